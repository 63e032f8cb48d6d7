import { describe, expect, test } from 'vitest'
import { type GeminiContent, gemini } from '../../../src/dialects/gemini/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

const dialect = gemini()

class HostContent implements GeminiContent {
  readonly role = 'model'
  constructor(readonly parts: readonly unknown[]) {}
}

describeDialect<GeminiContent>({
  dialect,
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  part: (part) => ({ role: 'user', parts: [part] }),
  calls: (calls) => ({
    role: 'model',
    parts: calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
  }),
  results: (results) => [
    {
      role: 'user',
      parts: results.map(({ id, name, text }) => ({
        functionResponse: { id, name, response: { output: text } },
      })),
    },
  ],
  wordy: [
    {
      role: 'user',
      parts: [
        { text: 'word-1.' },
        { inlineData: { mimeType: 'text/plain', data: 'aGVsbG8=', displayName: 'word-2.' } },
        { fileData: { mimeType: 'text/plain', fileUri: 'https://example.org/word-3.' } },
        { fileData: { fileUri: 'https://example.org/', displayName: 'word-4.' }, videoMetadata: 'word-5.' },
        { inlineData: { mimeType: 'word-6.' } },
        'word-7.',
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'word-8.', thought: true, thoughtSignature: 'word-9.' },
        { text: 'word-10.', thoughtSignature: 'word-11.', partMetadata: { note: 'word-12.' } },
        {
          functionCall: {
            id: 'word-13.',
            name: 'word-14.',
            args: { a: 'word-15.' },
            partialArgs: ['word-16.'],
          },
          thoughtSignature: 'word-17.',
        },
        { executableCode: { language: 'PYTHON', code: 'word-18.' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'word-19.' }, thoughtSignature: 'word-20.' },
        { toolCall: { id: 'word-21.' } },
      ],
      unknown: { deep: 'word-22.' },
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'word-23.', name: 'word-24.', response: { result: 'word-25.' } } },
        {
          functionResponse: {
            name: 'word-26.',
            response: { a: 'word-27.', b: ['word-28.'] },
            parts: [
              { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } },
              { fileData: { fileUri: 'https://example.org/word-29.' } },
              { odd: 'word-30.' },
              'word-31.',
            ],
            later: 'word-32.',
          },
          thoughtSignature: 'word-33.',
        },
        { text: 'word-34.' },
      ],
    },
    { role: 'function', parts: [{ functionResponse: { name: 'word-35.', response: 'word-36.' } }] },
    { parts: { odd: 'word-37.' } },
  ] as GeminiContent[], // with content that the type doesn't allow
  shapes: [
    new HostContent([{ text: 'an instance' }]),
    { role: 'user', parts: [{ bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }] },
    { role: 'user' },
  ],
})

const results: GeminiContent = {
  role: 'user',
  parts: [
    {
      functionResponse: {
        id: 'call_1',
        name: 'draw',
        response: { status: 'drawn' },
        parts: [{ inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }],
      },
      thoughtSignature: 'signed',
    },
    { functionResponse: { name: 'look', response: { result: 'seen' } } },
    { text: 'And now?' },
  ],
}

test('eliding replaces the whole response, with what came beside it, and keeps id, name and signature', () => {
  expect(dialect.elide(results, [0], 'gone')).toEqual({
    role: 'user',
    parts: [
      {
        functionResponse: { id: 'call_1', name: 'draw', response: { output: 'gone' } },
        thoughtSignature: 'signed',
      },
      ...(results.parts?.slice(1) ?? []),
    ],
  })
})

test('keeping no response leaves the text beside them, which then is the content of the user', () => {
  const rest = dialect.keepResults(results, () => false)
  expect(rest).toEqual({ role: 'user', parts: [{ text: 'And now?' }] })
  expect(rest && dialect.read(rest)).toMatchObject({ role: 'user', plainText: 'And now?' })
})

describe('calls without ids', () => {
  const calls: GeminiContent = {
    role: 'model',
    parts: ['look', 'open', 'look'].map((name) => ({ functionCall: { name, args: {} } })),
  }

  test('are paired by their names and their order', () => {
    const answers = {
      role: 'user',
      parts: ['look', 'look', 'open'].map((name) => ({ functionResponse: { name, response: {} } })),
    }
    const keys = (content: GeminiContent) => dialect.read(content).links.map(({ key }) => key)
    expect(keys(calls)).toEqual(['0:look', '0:open', '1:look'])
    expect(keys(answers)).toEqual(['0:look', '1:look', '0:open'])
  })

  test('are answered without ids', () => {
    const open = dialect.read(calls).links.filter((link) => link.type === 'call')
    const [answer] = dialect.answerCalls(open, 'no result')
    expect(answer?.parts).toEqual(
      ['look', 'open', 'look'].map((name) => ({
        functionResponse: { name, response: { output: 'no result' } },
      })),
    )
    expect(answer && dialect.read(answer).links.map(({ key }) => key)).toEqual(open.map(({ key }) => key))
  })

  test('get no ids', () => {
    const keys = { calls: new Map([[0, 'call_9']]), results: new Map(), approvalRequests: new Map() }
    expect(dialect.renameLinks(calls, keys)).toBe(calls)
  })
})

test('a copy keeps the class of a content', () => {
  expect(dialect.copy(new HostContent([]))).toBeInstanceOf(HostContent)
})
