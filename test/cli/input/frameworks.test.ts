import { describe, expect, test } from 'vitest'
import { assemble } from './assemble-file.ts'

const exchange = [
  ['user', 'conversationalMessage'],
  ['assistant', 'toolExchange'],
  ['tool', 'toolExchange'],
]
const kindsOf = (entries: readonly Readonly<Record<string, unknown>>[]) =>
  entries.map(({ role, kind }) => [role, kind])

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
    usage_metadata: { input_tokens: 7 },
  }
  const tool = { content: 'Seven metres.', type: 'tool', tool_call_id: 'c1', name: 'sound' }
  const wrapped = (name: string, kwargs: object): object => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  })
  const stored = ({ type, ...data }: { type: string }): object => ({ type, data })

  test.each([
    ['as a thread holds it', { values: { messages: [human, ai, tool] } }],
    ['as a checkpoint holds it', { checkpoint: { channel_values: { messages: [human, ai, tool] } } }],
    ['as a history stores it', [human, ai, tool].map(stored)],
    ['as it is streamed', { messages: [human, { ...ai, type: 'AIMessageChunk' }, tool] }],
    [
      'as it is serialised',
      [
        wrapped('HumanMessage', { content: human.content }),
        wrapped('AIMessageChunk', ai),
        wrapped('ToolMessage', tool),
      ],
    ],
  ])('is measured as such, each call once, %s', async (_, content) => {
    const { errors, assembly, entries } = await assemble(content)
    expect(errors).toBe('')
    expect(assembly).toMatchObject({ dialect: 'langchain', finalSequenceValid: true })
    expect(kindsOf(entries)).toEqual(exchange)
    expect(entries[1]?.['size']).toBe('I will look.'.length + 'Hm.'.length + 'c1sound{"at":"pier"}'.length)
  })
})

describe('OpenAI Agents', () => {
  const items = [
    { role: 'user', content: 'How deep is it?' },
    { type: 'reasoning', content: [{ type: 'input_text', text: 'Hm.' }] },
    { type: 'function_call', callId: 'c1', name: 'sound', arguments: '{"at":"pier"}' },
    {
      type: 'function_call_result',
      callId: 'c1',
      name: 'sound',
      status: 'completed',
      output: { type: 'text', text: 'Seven metres.' },
    },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Seven.' }],
    },
  ]

  test.each([
    ['a list of items', items],
    ['the history of a result', { history: items }],
    ['the items of a session', { items }],
  ])('is found out in %s', async (_, content) => {
    const { errors, assembly, entries } = await assemble(content)
    expect(errors).toBe('')
    expect(assembly).toMatchObject({ dialect: 'openai-agents', messageCount: 5, finalSequenceValid: true })
    expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'tool', 'assistant'])
  })
})

describe('Gemini', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'How deep is it?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'sound', args: { at: 'pier' } } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'sound', response: { metres: 7 } } }] },
  ]
  const systemInstruction = { parts: [{ text: 'Be brief.' }] }
  const instructed = JSON.stringify(systemInstruction).length

  test.each([
    ['a request', { contents, systemInstruction }, instructed],
    ['a request of the client', { model: 'm', contents, config: { systemInstruction } }, instructed],
    ['the history of a chat', { history: contents }, 0],
    ['a list of contents', contents, 0],
  ])('is found out in %s', async (_, content, beside) => {
    const { errors, assembly, entries } = await assemble(content)
    expect(errors).toBe('')
    expect(assembly).toMatchObject({ dialect: 'gemini', finalSequenceValid: true })
    expect(kindsOf(entries)).toEqual(exchange)
    const sizes = entries.reduce((sum, { size }) => sum + Number(size), 0)
    expect(Number(assembly['originalSize']) - sizes).toBe(beside)
  })

  test('may be one text', async () => {
    const { assembly, entries } = await assemble({ contents: 'How deep is it?' })
    expect(assembly).toMatchObject({ dialect: 'gemini', finalSize: 'How deep is it?'.length })
    expect(entries[0]).toMatchObject({ role: 'user' })
  })
})

test('messages of a user interface are refused with the function that converts them', async () => {
  const { exitCode, errors } = await assemble([
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'CANARY' }] },
  ])
  expect({ exitCode, errors }).toEqual({
    exitCode: 2,
    errors: expect.stringMatching(
      /^plimsoll: .*, messages\[0\]: is a message of a user interface .* convertToModelMessages .*\n$/,
    ),
  })
  expect(errors).not.toContain('CANARY')
})
