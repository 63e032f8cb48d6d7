import { describe, expect, test } from 'vitest'
import { type OpenAIAgentsItem, openaiAgents } from '../../../src/dialects/openai-agents/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

const dialect = openaiAgents()

class HostItem implements OpenAIAgentsItem {
  readonly role = 'user'
  constructor(readonly content: string) {}
}

describeDialect<OpenAIAgentsItem>({
  dialect,
  user: (text) => ({ type: 'message', role: 'user', content: text }),
  part: (part) => ({ type: 'message', role: 'user', content: [part] }),
  calls: (calls) =>
    calls.map(({ id, name, input }) => ({
      type: 'function_call',
      callId: id,
      name,
      arguments: JSON.stringify(input),
    })),
  results: (results) =>
    results.map(({ id, name, text }) => ({
      type: 'function_call_result',
      callId: id,
      name,
      status: 'completed',
      output: text,
    })),
  wordy: [
    { role: 'system', content: 'word-1.' },
    {
      role: 'user',
      providerData: { note: 'word-2.' },
      content: [
        { type: 'input_text', text: 'word-3.', promptCacheBreakpoint: { mode: 'explicit' } },
        { type: 'input_image', image: 'https://example.org/word-4.', detail: 'auto' },
        { type: 'input_image', image: { id: 'word-5.' } },
        { type: 'input_image', imageUrl: 'https://example.org/word-6.' },
        { type: 'input_file', file: 'aGVsbG8=', filename: 'word-7.' },
        { type: 'input_file', file: { url: 'https://example.org/word-8.' } },
        { type: 'audio', audio: { id: 'word-9.' }, transcript: 'word-10.' },
        { type: 'later', text: 'word-11.' },
      ],
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      content: [{ type: 'input_text', text: 'word-12.', providerData: { type: 'summary_text' } }],
      rawContent: [{ type: 'reasoning_text', text: 'word-13.' }],
      providerData: { id: 'rs_1', type: 'reasoning', encrypted_content: 'word-14.' },
    },
    { type: 'reasoning', id: 'word-15.', content: [] },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        { type: 'output_text', text: 'word-16.', providerData: { annotations: [{ url: 'word-17.' }] } },
        { type: 'refusal', refusal: 'word-18.' },
      ],
    },
    {
      type: 'function_call',
      callId: 'word-19.',
      name: 'word-20.',
      arguments: 'word-21.',
      namespace: 'word-22.',
      caller: { type: 'program', callerId: 'word-23.' },
      providerData: { extra: 'word-24.' },
    },
    { type: 'computer_call', callId: 'word-25.', actions: [{ type: 'type', text: 'word-26.' }] },
    { type: 'shell_call', callId: 'word-27.', action: { commands: ['word-28.'] } },
    { type: 'apply_patch_call', callId: 'word-29.', operation: { diff: 'word-30.' } },
    { type: 'tool_search_call', call_id: 'word-31.', arguments: { query: 'word-32.' } },
    { type: 'program', callId: 'word-33.', code: 'word-34.', fingerprint: 'word-35.' },
    {
      type: 'function_call_result',
      callId: 'word-36.',
      name: 'word-37.',
      output: [
        { type: 'input_text', text: 'word-38.' },
        { type: 'input_file', file: { id: 'word-39.' } },
      ],
    },
    {
      type: 'function_call_result',
      callId: 'word-40.',
      output: { type: 'file', file: { data: 'aGVsbG8=', mediaType: 'text/plain', filename: 'word-41.' } },
    },
    { type: 'function_call_result', callId: 'word-42.', output: { type: 'text', text: 'word-43.' } },
    {
      type: 'computer_call_result',
      callId: 'word-44.',
      output: { type: 'computer_screenshot', data: 'https://example.org/word-45.' },
      providerData: { acknowledgedSafetyChecks: [{ message: 'word-46.' }] },
    },
    {
      type: 'shell_call_output',
      callId: 'word-47.',
      output: [{ stdout: 'word-48.', stderr: 'word-49.', outcome: { type: 'exit', exitCode: 0 } }],
    },
    { type: 'apply_patch_call_output', callId: 'word-50.', status: 'failed', output: 'word-51.' },
    { type: 'tool_search_output', callId: 'word-52.', tools: [{ name: 'word-53.' }] },
    { type: 'program_output', callId: 'word-54.', output: 'word-55.' },
    {
      type: 'hosted_tool_call',
      id: 'word-56.',
      name: 'web_search_call',
      providerData: { type: 'web_search_call', action: { query: 'word-57.' } },
    },
    {
      type: 'hosted_tool_call',
      id: 'word-58.',
      name: 'mcp_call',
      arguments: 'word-59.',
      output: 'word-60.',
      providerData: { type: 'mcp_call', name: 'word-61.', server_label: 'word-62.' },
    },
    {
      type: 'hosted_tool_call',
      id: 'word-63.',
      name: 'mcp_list_tools',
      providerData: { type: 'mcp_list_tools', tools: [{ name: 'word-64.' }] },
    },
    {
      type: 'hosted_tool_call',
      name: 'mcp_approval_request',
      providerData: { type: 'mcp_approval_request', id: 'word-65.', name: 'word-66.', arguments: 'word-67.' },
    },
    {
      type: 'hosted_tool_call',
      name: 'mcp_approval_response',
      providerData: { approval_request_id: 'word-68.', approve: true, reason: 'word-69.' },
    },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'word-70.', created_by: 'a server' },
    { type: 'unknown', providerData: { type: 'item_reference', id: 'word-71.' } },
    {
      type: 'unknown',
      providerData: { type: 'custom_tool_call', call_id: 'word-72.', name: 'word-73.', input: 'word-74.' },
    },
    { type: 'unknown', providerData: { role: 'user', content: 'word-75.' } },
    { type: 'hologram', note: 'word-76.' },
    { role: 'user', content: { odd: 'word-77.' } },
  ] as OpenAIAgentsItem[], // with fields that the type doesn't name
  shapes: [
    new HostItem('an instance'),
    {
      role: 'user',
      content: [{ type: 'blob', bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }],
    },
    {
      type: 'function_call_result',
      callId: 'a',
      output: { type: 'image', image: { data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' } },
    },
  ],
})

const itemOf = (type: string, fields: object): OpenAIAgentsItem => ({ type, callId: 'call_1', ...fields })

describe('elide', () => {
  test.each([
    'plain',
    [{ type: 'input_text', text: 'long' }],
    { type: 'image', image: 'https://a.example/' },
  ])('the result of a function becomes a text (%#)', (output) => {
    const item = itemOf('function_call_result', { name: 'look', status: 'completed', output })
    expect(dialect.elide(item, [0], 'gone')).toEqual({ ...item, output: 'gone' })
  })

  test('a patch keeps its status', () => {
    const item = itemOf('apply_patch_call_output', { output: 'long', status: 'failed' })
    expect(dialect.elide(item, [0], 'gone')).toEqual({ ...item, output: 'gone' })
  })

  test('a shell prints the text, and ends as it did', () => {
    const outcome = { type: 'exit', exitCode: 2 }
    const output = [
      { stdout: 'a', stderr: '', outcome: { type: 'timeout' } },
      { stdout: 'b', stderr: 'c', outcome },
    ]
    expect(dialect.elide(itemOf('shell_call_output', { output }), [0], 'gone')).toEqual(
      itemOf('shell_call_output', { output: [{ stdout: 'gone', stderr: '', outcome }] }),
    )
    expect(dialect.elide(itemOf('shell_call_output', { output: [] }), [0], 'gone').output).toEqual([
      { stdout: 'gone', stderr: '', outcome: { type: 'exit', exitCode: 0 } },
    ])
  })

  test.each([
    itemOf('computer_call_result', { output: { type: 'computer_screenshot', data: 'data:,x' } }),
    itemOf('tool_search_output', { tools: [] }),
    itemOf('program_output', { output: 'x' }),
    itemOf('unknown', { providerData: { type: 'custom_tool_call_output', output: 'x' } }),
    itemOf('function_call', { name: 'look', arguments: '{}' }),
    { type: 'function_call_result', output: 'of no call' },
    { role: 'user', content: 'hello' },
  ])('$type stays as it is', (item) => {
    expect(dialect.elide(item, [0], 'gone')).toEqual(item)
  })
})

test('a result that is not kept goes, an item without a result stays', () => {
  expect(dialect.keepResults(itemOf('program_output', { output: 'x' }), () => false)).toBeUndefined()
  const call = itemOf('hosted_tool_call', { id: 'mcp_1', name: 'mcp_call', output: 'x' })
  expect(dialect.keepResults(call, () => false)).toBe(call)
})

describe('answerCalls', () => {
  const answer = (item: OpenAIAgentsItem): OpenAIAgentsItem[] =>
    dialect.answerCalls(
      dialect.read(item).links.filter((link) => link.type === 'call'),
      'no result',
    )

  test.each([
    [
      'function_call',
      {
        type: 'function_call_result',
        name: 'look',
        status: 'completed',
        output: 'no result',
        callId: 'call_1',
      },
    ],
    [
      'apply_patch_call',
      { type: 'apply_patch_call_output', status: 'failed', output: 'no result', callId: 'call_1' },
    ],
    [
      'shell_call',
      {
        type: 'shell_call_output',
        output: [{ stdout: '', stderr: 'no result', outcome: { type: 'exit', exitCode: 1 } }],
        callId: 'call_1',
      },
    ],
    [
      'tool_search_call',
      { type: 'tool_search_output', execution: 'client', status: 'completed', tools: [], callId: 'call_1' },
    ],
  ])('%s is answered by an item of its kind', (type, expected) => {
    expect(answer(itemOf(type, { name: 'look' }))).toEqual([expected])
  })

  test('a call that only a screenshot answers, and one that the SDK does not know, stay open', () => {
    expect(answer(itemOf('computer_call', {}))).toEqual([])
    expect(answer({ type: 'unknown', providerData: { type: 'custom_tool_call', call_id: 'a' } })).toEqual([])
  })

  test('a call that says no type is a function call', () => {
    const link = { type: 'call', key: 'a', id: 'a', name: 'f', providerExecuted: false } as const
    expect(dialect.answerCalls([{ ...link, argumentsAreJson: true }], 'no result')).toEqual([
      { type: 'function_call_result', name: 'f', status: 'completed', output: 'no result', callId: 'a' },
    ])
  })
})

describe('renameLinks', () => {
  const none = new Map<number, string>()
  const keys = new Map([[0, 'call_9']])

  test('writes the id where the item has it', () => {
    const item: OpenAIAgentsItem = { type: 'tool_search_call', call_id: 'call_1' } as object // the older spelling
    const change = { calls: keys, results: none, approvalRequests: none }
    expect(dialect.renameLinks(item, change)).toEqual({ type: 'tool_search_call', call_id: 'call_9' })
  })

  test('leaves an id that stands in the data of the provider alone', () => {
    const item = { type: 'unknown', providerData: { type: 'custom_tool_call', call_id: 'call_1' } }
    expect(dialect.renameLinks(item, { calls: keys, results: none, approvalRequests: none })).toBe(item)
  })
})

test('a copy keeps the class of an item', () => {
  expect(dialect.copy(new HostItem('hello'))).toBeInstanceOf(HostItem)
})
