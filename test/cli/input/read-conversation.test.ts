import { describe, expect, test } from 'vitest'
import { generateConversation } from '../../support/generated-conversations.ts'
import { toAnthropic } from '../../support/translate/to-anthropic.ts'
import { toPrompt } from '../../support/translate/to-prompt.ts'
import { toResponses } from '../../support/translate/to-responses.ts'
import { assemble, jsonl } from './assemble-file.ts'

const chat = generateConversation('parallel calls', 5, 6)

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
  const dialects = [
    'openai-chat',
    'anthropic',
    'ai-sdk',
    'openai-responses',
    'langchain',
    'openai-agents',
    'pi',
  ]
  for (const dialect of dialects) {
    const sure = await assemble(plain, 'file.json', '--dialect', dialect)
    expect(sure.errors).toBe('')
    expect(sure.assembly).toMatchObject({ dialect, finalSize: unsure.assembly['finalSize'] })
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
