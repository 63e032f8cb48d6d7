import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { langchain } from 'plimsoll/dialects/langchain'
import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../src/context/measure.ts'
import { deepFreeze } from '../../support/deep-freeze.ts'

const dialect = langchain<BaseMessage>()
const calls = [{ id: 'call_1', name: 'look', args: { far: true } }]
const rawCalls = [
  { id: 'call_1', type: 'function' as const, function: { name: 'look', arguments: '{"far":true}' } },
]
const toolUse = { type: 'tool_use', id: 'call_1', name: 'look', input: { far: true } }
const callSize = Buffer.byteLength('call_1look{"far":true}')

describe('roles of the message classes', () => {
  test.each([
    [new SystemMessage('s'), 'system'],
    [new HumanMessage('s'), 'user'],
    [new AIMessage('s'), 'assistant'],
    [new AIMessageChunk('s'), 'assistant'],
    [new ToolMessage({ content: 's', tool_call_id: 'x' }), 'tool'],
    [new FunctionMessage({ content: 's', name: 'x' }), 'tool'],
    [new ChatMessage({ content: 's', role: 'user' }), 'user'],
    [new ChatMessage({ content: 's', role: 'critic' }), 'other'],
  ])('%# is read alike as an instance, stored, and in the constructor form', (message, role) => {
    const [stored] = mapChatMessagesToStoredMessages([message])
    const forms = [message, stored, JSON.parse(JSON.stringify(message)), { ...message }]
    for (const form of forms) {
      const reading = dialect.read(form as BaseMessage) // serialised forms are read as well
      expect(reading.role).toBe(role)
      expect(utf8Bytes.estimate(reading)).toBe(utf8Bytes.estimate(dialect.read(message)))
    }
  })

  test('an order to forget a message is nothing that is sent', () => {
    const reading = dialect.read(new RemoveMessage({ id: 'forgotten' }))
    expect(reading).toMatchObject({ role: 'other', pieces: [], links: [], empty: true })
  })
})

describe('a call', () => {
  test.each([
    ['in tool_calls', new AIMessage({ content: '', tool_calls: calls })],
    [
      'in tool_calls and raw',
      new AIMessage({ content: '', tool_calls: calls, additional_kwargs: { tool_calls: rawCalls } }),
    ],
    ['raw alone', { type: 'ai', content: '', additional_kwargs: { tool_calls: rawCalls } }],
    ['in a block', { type: 'ai', content: [toolUse] }],
    ['in tool_calls and a block', new AIMessage({ content: [toolUse] as never, tool_calls: calls })],
    ['in tool_calls and the chunks of them', chunkWithCall()],
    ['in every place', { ...everywhere() }],
  ])('%s counts once, and is one link', (_, message) => {
    const reading = dialect.read(message as BaseMessage) // serialised forms are read as well
    expect(reading.links).toHaveLength(1)
    expect(reading.links[0]).toMatchObject({
      type: 'call',
      key: 'call_1',
      name: 'look',
      argumentsAreJson: true,
    })
    expect(utf8Bytes.estimate(reading)).toBe(callSize)
  })

  test('counts in the longest of its forms', () => {
    const spaced = [{ ...rawCalls[0], function: { name: 'look', arguments: '{ "far": true }' } }]
    const message = new AIMessage({
      content: '',
      tool_calls: calls,
      additional_kwargs: { tool_calls: spaced as never },
    })
    expect(utf8Bytes.estimate(dialect.read(message))).toBe(callSize + 3)
  })

  test('that did not parse counts; it awaits a result where its raw form is what is sent', () => {
    const raw = [
      { id: 'call_1', type: 'function' as const, function: { name: 'look', arguments: '{"far":' } },
    ]
    const invalid_tool_calls = [{ id: 'call_1', name: 'look', args: '{"far":', error: 'Malformed args.' }]
    const fields = { content: '', tool_calls: [], invalid_tool_calls, additional_kwargs: { tool_calls: raw } }
    // Not an instance: the class warns of what it holds.
    const alone = { type: 'ai', ...fields } as never // as above
    expect(dialect.read(alone).links).toMatchObject([{ key: 'call_1', argumentsAreJson: false }])
    const beside = { type: 'ai', content: '', tool_calls: [{ id: 'call_2', name: 'look', args: {} }] }
    const reading = dialect.read({ ...beside, additional_kwargs: { tool_calls: raw } } as never) // as above
    expect(reading.links.map(({ key }) => key)).toEqual(['call_2'])
    expect(utf8Bytes.estimate(reading)).toBe('call_2look{}call_1look{"far":'.length)
  })

  test('whose id stands twice is two calls', () => {
    const message = new AIMessage({ content: '', tool_calls: [...calls, ...calls] })
    expect(dialect.read(message).links).toHaveLength(2)
  })

  test('is renamed in every place, in an instance of the same class', () => {
    const message = everywhere()
    const keys = { calls: new Map([[0, 'call_9']]), results: new Map(), approvalRequests: new Map() }
    const renamed = dialect.renameLinks(deepFreeze(message), keys)
    expect(renamed).toBeInstanceOf(AIMessage)
    expect(JSON.stringify(renamed)).toBe(JSON.stringify(message).replaceAll('call_1', 'call_9'))
    expect(JSON.stringify(message)).toContain('call_1')
  })

  test('of the deprecated kind is paired with its result by its name, and never closed', () => {
    const message = new AIMessage({
      content: '',
      additional_kwargs: { function_call: { name: 'look', arguments: '{}' } },
    })
    expect(dialect.read(message).links).toMatchObject([{ key: 'look', id: '', providerExecuted: true }])
    expect(dialect.read(new FunctionMessage({ name: 'look', content: 'seen' })).links).toMatchObject([
      { key: 'look' },
    ])
  })
})

describe('an answer of the Responses API', () => {
  const output = [
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'thought' }],
      encrypted_content: 'sealed',
    },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'words', annotations: [] }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{"far":true}' },
  ]
  const message = new AIMessage({
    content: [{ type: 'text', text: 'words' }],
    tool_calls: calls,
    additional_kwargs: { reasoning: output[0], __openai_function_call_ids__: { call_1: 'fc_1' } },
    response_metadata: { output, id: 'resp_1', usage: { input_tokens: 7 } },
  })

  test('counts once, though its content and its items say the same', () => {
    const reading = dialect.read(message)
    expect(utf8Bytes.estimate(reading)).toBe('thoughtsealedwords'.length + callSize)
    expect(reading.links).toHaveLength(1)
  })

  test('counts in the longer of both where one was edited', () => {
    const edited = Object.assign(dialect.copy(message), { content: 'words and more words' })
    expect(utf8Bytes.estimate(dialect.read(edited))).toBe(
      'thoughtsealedwords and more words'.length + callSize,
    )
  })

  test('counts as its items where those say more', () => {
    const search = { type: 'web_search_call', id: 'ws_1', action: { query: 'the tide tables of the week' } }
    const found = new AIMessage({ content: 'words', response_metadata: { output: [search, output[1]] } })
    const size = Buffer.byteLength(`${JSON.stringify(search)}words`)
    expect(utf8Bytes.estimate(dialect.read(found))).toBe(size)
  })

  test('in the new form of content has items that are not sent', () => {
    const metadata = { output, output_version: 'v1' }
    const plain = new AIMessage({ content: 'words', response_metadata: metadata as never })
    expect(utf8Bytes.estimate(dialect.read(plain))).toBe('words'.length)
  })

  test('holds requests for approval and compaction', () => {
    const items = [
      { type: 'mcp_approval_request', id: 'ask_1', name: 'delete', arguments: '{}' },
      { type: 'compaction', encrypted_content: 'sealed' },
    ]
    const reading = dialect.read(new AIMessage({ content: '', response_metadata: { output: items } }))
    expect(reading).toMatchObject({ approvalRequests: [{ approvalId: 'ask_1' }], compaction: true })
    const response = { type: 'mcp_approval_response', approval_request_id: 'ask_1', approve: true }
    expect(dialect.read(new HumanMessage({ content: [response] as never })).approvalResponses).toEqual([
      'ask_1',
    ])
  })
})

describe('a result', () => {
  test('counts without its artifact, and its status is kept when it is elided', () => {
    const message = new ToolMessage({
      ...{
        tool_call_id: 'call_1',
        name: 'look',
        status: 'error',
        id: 'result-1',
        artifact: { rows: 'x'.repeat(900) },
      },
      content: 'seen',
    })
    expect(utf8Bytes.estimate(dialect.read(message))).toBe('call_1seenlook'.length)
    const elided = dialect.elide(message, [0], 'gone')
    expect(elided).toBeInstanceOf(ToolMessage)
    expect(elided).toMatchObject({
      id: 'result-1',
      name: 'look',
      status: 'error',
      artifact: message.artifact,
    })
    expect(elided.text).toBe('gone')
    expect(elided.toDict().data.content).toBe('gone')
    expect(message.text).toBe('seen')
  })

  test('that is a picture of a screen is never elided', () => {
    const additional_kwargs = { type: 'computer_call_output' }
    const message = new ToolMessage({
      tool_call_id: 'x',
      content: 'data:image/png;base64,AAAA',
      additional_kwargs,
    })
    expect(dialect.read(message).links).toMatchObject([{ elidable: false }])
  })
})

describe('content blocks', () => {
  test.each([
    ['of the framework', { type: 'image', data: 'QUJD', mimeType: 'image/png' }],
    [
      'of the framework before',
      { type: 'image', source_type: 'base64', data: 'QUJD', mime_type: 'image/png' },
    ],
    ['of OpenAI', { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD', detail: 'low' } }],
    ['of Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }],
    ['with bytes', { type: 'image', data: Buffer.from('ABC'), mimeType: 'image/png' }],
  ])('a picture %s is a file of its base64 length', (_, block) => {
    const { pieces } = dialect.read(new HumanMessage({ content: [block] as never })) // every form of every provider
    expect(pieces).toMatchObject([{ type: 'file', mediaType: 'image/png', base64Length: 4 }])
  })

  test('of thought alone are reasoning, signatures counted', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 'signed' },
      { type: 'redacted_thinking', data: 'sealed' },
    ]
    const reading = dialect.read(new AIMessage({ content: blocks as never }))
    expect(reading).toMatchObject({ reasoningOnly: true, links: [] })
    expect(utf8Bytes.estimate(reading)).toBeGreaterThan('hmsignedsealed'.length)
  })

  test('of plain text are plain text, cache marks counted', () => {
    const block = { type: 'text', text: 'words', cache_control: { type: 'ephemeral' }, index: 0 }
    expect(dialect.read(new HumanMessage({ content: [block] as never }))).toMatchObject({
      plainText: 'words',
      cacheMarks: 1,
    })
  })
})

test('a copy keeps class, symbols and what it was constructed with', () => {
  const message = new HumanMessage({ content: [{ type: 'text', text: 'words' }], id: 'one' })
  const copy = dialect.copy(message)
  expect(copy).toBeInstanceOf(HumanMessage)
  expect(HumanMessage.isInstance(copy)).toBe(true)
  expect(copy.toDict()).toEqual(message.toDict())
  expect(copy.content).not.toBe(message.content)
})

function chunkWithCall(): AIMessageChunk {
  const [call] = calls
  return new AIMessageChunk({
    content: '',
    tool_call_chunks: [
      { id: call?.id ?? '', name: 'look', args: '{"far":true}', index: 0, type: 'tool_call_chunk' },
    ],
  })
}

function everywhere(): AIMessage {
  return new AIMessage({
    content: [toolUse] as never, // blocks of a provider
    tool_calls: calls,
    additional_kwargs: { tool_calls: rawCalls },
    response_metadata: {
      output: [
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{"far":true}' },
      ],
    },
  })
}
