import { expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import { type PiMessage, pi } from '../../../src/dialects/pi/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'
import { entriesOf } from '../entries-of.ts'

const dialect = pi()

class HostMessage implements PiMessage {
  readonly role = 'assistant'
  constructor(readonly content: readonly object[]) {}
}

describeDialect<PiMessage>({
  dialect,
  user: (text) => Object.assign({ role: 'user', content: [{ type: 'text', text }] }, { timestamp: 0 }),
  part: (part) => ({ role: 'user', content: [part] }),
  calls: (calls) => ({
    role: 'assistant',
    content: calls.map(({ id, name, input }) => ({ type: 'toolCall', id, name, arguments: input })),
  }),
  results: (results) =>
    results.map(({ id, name, text }) => ({
      role: 'toolResult',
      toolCallId: id,
      toolName: name,
      content: [{ type: 'text', text }],
      isError: false,
    })),
  wordy: [
    { role: 'user', content: 'word-1.', timestamp: 1 },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'word-2.', textSignature: 'word-3.', later: 'word-4.' },
        { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png', later: 'word-5.' },
        { type: 'image', url: 'word-6.' },
        'word-7.',
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'word-8.', thinkingSignature: 'word-9.', later: 'word-10.' },
        { type: 'toolCall', id: 'word-11.', name: 'word-12.', arguments: { a: 'word-13.' } },
        {
          type: 'toolCall',
          id: 'word-14.',
          name: 'word-15.',
          arguments: 'word-16.',
          thoughtSignature: 'word-17.',
          later: 'word-18.',
        },
      ],
      unknown: { deep: 'word-19.' },
    },
    {
      role: 'toolResult',
      toolCallId: 'word-20.',
      toolName: 'word-21.',
      content: [{ type: 'text', text: 'word-22.' }, { odd: 'word-23.' }],
    },
    { role: 'toolResult', toolCallId: 'word-24.', content: 'word-25.' },
    { role: 'bashExecution', command: 'word-26.', output: 'word-27.' },
    { role: 'user', content: { odd: 'word-28.' } },
  ] as PiMessage[], // with content that the type doesn't allow
  shapes: [
    new HostMessage([{ type: 'text', text: 'an instance' }]),
    { role: 'user', content: [{ bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }] },
    { role: 'user' },
  ],
})

test('what pi notes for itself is not measured', () => {
  const noted = {
    role: 'toolResult',
    content: [],
    details: { diff: 'long' },
    api: 'openai-completions',
    provider: 'openai',
    model: 'gpt-5',
    usage: { input: 1 },
    stopReason: 'stop',
    errorMessage: 'none',
    timestamp: 1,
  }
  expect(dialect.read(noted).pieces).toEqual([])
})

test('eliding keeps id, name and error mark of a result, and leaves other messages', () => {
  const result = { role: 'toolResult', toolCallId: 'a', toolName: 'look', content: [], isError: true }
  expect(dialect.elide(result, [0], 'gone')).toEqual({ ...result, content: [{ type: 'text', text: 'gone' }] })
  const question = { role: 'user', content: 'Where?' }
  expect(dialect.elide(question, [0], 'gone')).toEqual(question)
})

test('a message of thinking alone goes on in the next one', () => {
  const content = [{ type: 'thinking', thinking: 'Hm.' }]
  expect(dialect.read({ role: 'assistant', content })).toMatchObject({ reasoningOnly: true, continues: true })
})

const user = { role: 'user', content: 'Where?' }
const text = { role: 'assistant', content: [{ type: 'text', text: 'Here.' }] }
const call = (id: string) => ({
  role: 'assistant',
  content: [{ type: 'toolCall', id, name: 'look', arguments: {} }],
})
const result = (toolCallId: string) => ({ role: 'toolResult', toolCallId, toolName: 'look', content: [] })

test.each([
  ['pi', 'openai-completions', []],
  ['pi.google', 'google-generative-ai', ['pi.google.callsFollowUserOrResults']],
])('the rules of %s are those of %s', (provider, api, broken) => {
  const { rules } = pi({ api })
  expect(rules.provider).toBe(provider)
  const defects = (...messages: object[]) =>
    checkSequence(entriesOf(dialect, messages), rules).map(({ rule }) => rule)
  expect(defects(user, text, call('a'), result('a'))).toEqual(broken)
  expect(defects(user, call('a'), result('a'), text, user, user)).toEqual([])
  expect(defects(user, call('a'), user)).toEqual([`${provider}.callsAnswered`])
  expect(defects(user, result('a'))).toEqual([`${provider}.resultsHaveCall`])
  expect(defects(text, user)).toEqual([`${provider}.opensWithUser`])
})
