import { describe, expect, test } from 'vitest'
import { generateConversation } from '../../support/generated-conversations.ts'
import { toAnthropic } from '../../support/translate/to-anthropic.ts'
import { toPrompt } from '../../support/translate/to-prompt.ts'
import { toResponses } from '../../support/translate/to-responses.ts'
import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'

const chat = generateConversation('parallel calls', 5, 6)
const jsonl = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

async function assemble(content: unknown, name = 'file.json', ...words: readonly string[]) {
  const file = temporaryFile(name, content)
  const { exitCode, output, errors } = await runCli([
    'assemble',
    file,
    '--hard-limit',
    '1MiB',
    '--json',
    ...words,
  ])
  const [assembly = {}, ...entries] = jsonLines(output)
  return { exitCode, errors, assembly, entries }
}

test.each([
  ['openai-chat', chat],
  ['openai-chat', { model: 'm', messages: chat }],
  ['openai-chat', { source: {}, data: { messages: chat } }],
  ['openai-chat', [{ request: { messages: chat }, response: {} }]],
  ['openai-responses', toResponses(chat)],
  ['openai-responses', { input: toResponses(chat), instructions: 'Be brief.' }],
  ['openai-responses', { input: 'Hello' }],
  ['anthropic', toAnthropic(chat)],
  ['anthropic', { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }],
  ['ai-sdk', toPrompt(chat)],
  ['ai-sdk', { prompt: toPrompt(chat) }],
  ['ai-sdk', { system: 'Be brief.', messages: toPrompt(chat).filter(({ role }) => role !== 'system') }],
])('%s is found out', async (shape, content) => {
  const { exitCode, errors, assembly } = await assemble(content)
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(assembly).toMatchObject({ dialect: shape, outcome: 'withinLimit', finalSequenceValid: true })
})

test('plain text could be of any shape: that is said, and it measures the same', async () => {
  const plain = [
    { role: 'user', content: 'Is it high tide?' },
    { role: 'assistant', content: 'It is.' },
  ]
  const unsure = await assemble(plain)
  expect(unsure.errors).toMatch(
    /^plimsoll: .*file\.json: nothing in the file tells its shape; .* --dialect\n$/,
  )
  for (const dialect of ['openai-chat', 'anthropic', 'ai-sdk', 'openai-responses', 'langchain']) {
    const sure = await assemble(
      plain.map((message) => ({ ...message, type: undefined })),
      'file.json',
      '--dialect',
      dialect,
    )
    if (dialect !== 'langchain') {
      expect(sure.errors).toBe('')
      expect(sure.assembly['finalSize']).toBe(unsure.assembly['finalSize'])
    } else expect(sure.exitCode).toBe(2)
  }
})

describe('a file is read whatever its encoding', () => {
  const text = JSON.stringify(chat)
  const marked = (mark: readonly number[], bytes: Buffer): Buffer => Buffer.concat([Buffer.from(mark), bytes])
  test.each([
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], Buffer.from(text))],
    ['UTF-16, little endian', marked([0xff, 0xfe], Buffer.from(text, 'utf16le'))],
    ['UTF-16, big endian', marked([0xfe, 0xff], Buffer.from(text, 'utf16le').swap16())],
    ['CRLF', JSON.stringify(chat, null, 2).replaceAll('\n', '\r\n')],
    ['JSONL', jsonl(chat)],
    ['JSONL with CRLF and empty lines', jsonl(chat).replaceAll('\n', '\r\n\r\n')],
  ])('as %s', async (_, content) => {
    const plain = await assemble(text)
    expect((await assemble(content)).assembly).toEqual(plain.assembly)
  })
})

test('keys such as __proto__ are content like any other', async () => {
  const content =
    '[{"role":"user","content":"hi","__proto__":{"role":"system","polluted":true},"constructor":1}]'
  const { exitCode, entries } = await assemble(content)
  expect({ exitCode, role: entries[0]?.['role'] }).toEqual({ exitCode: 0, role: 'user' })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

describe('LangChain', () => {
  const human = { content: 'How deep is it?', type: 'human', id: 'h' }
  const call = { id: 'c1', name: 'sound', args: { at: 'pier' } }
  const ai = {
    content: [
      { type: 'text', text: 'I will look.' },
      { type: 'tool_use', id: 'c1', name: 'sound', input: { at: 'pier' } },
    ],
    type: 'ai',
    tool_calls: [call],
    additional_kwargs: { reasoning_content: 'Hm.' },
  }
  const tool = { content: 'Seven metres.', type: 'tool', tool_call_id: 'c1', name: 'sound' }
  const wrapped = (name: string, kwargs: object): object => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  })

  test.each([
    ['as a thread holds it', { values: { messages: [human, ai, tool] } }],
    [
      'as it is serialised',
      [
        wrapped('HumanMessage', { content: human.content }),
        wrapped('AIMessageChunk', ai),
        wrapped('ToolMessage', tool),
      ],
    ],
  ])('is measured as OpenAI chat, each call once, %s', async (_, content) => {
    const { errors, assembly, entries } = await assemble(content)
    expect(errors).toMatch(/LangChain messages are measured as OpenAI chat\n$/)
    expect(assembly).toMatchObject({ dialect: 'langchain', finalSequenceValid: true })
    expect(entries.map(({ role, kind }) => [role, kind])).toEqual([
      ['user', 'conversationalMessage'],
      ['assistant', 'toolExchange'],
      ['tool', 'toolExchange'],
    ])
    expect(entries[1]?.['size']).toBe('I will look.'.length + 'Hm.'.length + 'c1sound{"at":"pier"}'.length)
  })
})

test('a pi session is read without its own bookkeeping', async () => {
  const said = (message: object): object => ({ type: 'message', timestamp: 1, message })
  const { errors, assembly, entries } = await assemble(
    jsonl([
      { type: 'session', id: 's' },
      said({ role: 'user', content: [{ type: 'text', text: 'Look.' }] }),
      said({
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'x'.repeat(500) },
          { type: 'toolCall', id: 'c1', name: 'look', arguments: { at: 'sea' } },
        ],
      }),
      said({
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'look',
        content: [{ type: 'text', text: 'Waves.' }],
      }),
      { type: 'compaction', summary: 'x' },
      said({ role: 'bashExecution', command: 'ls', output: 'a b' }),
    ]),
    'session.jsonl',
  )
  expect(errors).toMatch(/measured as OpenAI chat; .*\n.*1 compactions of its own are passed over/)
  expect(assembly).toMatchObject({ dialect: 'pi', messageCount: 4, finalSequenceValid: true })
  expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
})

test('a Claude Code session is read as the requests that were made', async () => {
  const line = (type: string, message: object, more: object = {}): object => ({
    type,
    uuid: 'u',
    sessionId: 's',
    message,
    ...more,
  })
  const use = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: {} })
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'Waves.' })
  const { errors, assembly, entries } = await assemble(
    jsonl([
      line('user', { role: 'user', content: 'Look twice.' }),
      line('assistant', { role: 'assistant', id: 'm1', content: [use('a')] }),
      line('user', { role: 'user', content: [result('a')] }),
      line('assistant', { role: 'assistant', id: 'm1', content: [use('b')] }),
      line('user', { role: 'user', content: [result('b')] }),
      line('user', { role: 'user', content: 'a sub-agent' }, { isSidechain: true }),
      { type: 'summary', summary: 'x' },
      line('assistant', { role: 'assistant', id: 'm2', content: [{ type: 'text', text: 'Waves.' }] }),
    ]),
    'session.jsonl',
  )
  expect(errors).toMatch(/measured as Anthropic Messages; .*\n.*1 lines of sub-agents are left out/)
  expect(assembly).toMatchObject({ dialect: 'claude-code', messageCount: 4, finalSequenceValid: true })
  expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
})
