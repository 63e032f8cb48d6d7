import { describe, expect, test } from 'vitest'
import { type OpenAIResponsesItem, openaiResponses } from '../../../src/dialects/openai-responses/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

const dialect = openaiResponses()

class HostItem implements OpenAIResponsesItem {
  readonly role = 'assistant'
  constructor(readonly content: string) {}
}

describeDialect<OpenAIResponsesItem>({
  dialect,
  user: (text) => ({ role: 'user', content: text }),
  part: (part) => ({ type: 'message', role: 'user', content: [part] }),
  calls: (calls) =>
    calls.map(({ id, name, input }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    })),
  results: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  wordy: [
    { role: 'developer', content: 'word-1.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'word-2.', prompt_cache_breakpoint: { mode: 'explicit' } },
        { type: 'input_image', image_url: 'https://example.org/word-3.', detail: 'auto' },
        { type: 'input_image', file_id: 'word-4.' },
        { type: 'input_file', file_data: 'aGVsbG8=', filename: 'word-5.' },
        { type: 'input_file', file_url: 'https://example.org/word-6.' },
        { type: 'input_audio', input_audio: { id: 'word-7.' } },
        { type: 'later', text: 'word-8.' },
      ],
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'word-9.' }],
      content: [{ type: 'reasoning_text', text: 'word-10.' }],
      encrypted_content: 'word-11.',
    },
    { type: 'reasoning', id: 'word-12.', summary: [] },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      content: [
        { type: 'output_text', text: 'word-13.', annotations: [{ url: 'word-14.' }], logprobs: [] },
        { type: 'refusal', refusal: 'word-15.' },
      ],
      unknown: { deep: 'word-16.' },
    },
    {
      type: 'function_call',
      call_id: 'word-17.',
      name: 'word-18.',
      arguments: 'word-19.',
      namespace: 'word-20.',
    },
    { type: 'custom_tool_call', call_id: 'word-21.', name: 'word-22.', input: 'word-23.' },
    { type: 'computer_call', call_id: 'word-24.', actions: [{ text: 'word-25.' }] },
    { type: 'local_shell_call', call_id: 'word-26.', action: { command: ['word-27.'] } },
    { type: 'shell_call', call_id: 'word-28.', action: { commands: ['word-29.'] } },
    { type: 'apply_patch_call', call_id: 'word-30.', operation: { diff: 'word-31.' } },
    { type: 'tool_search_call', call_id: 'word-32.', arguments: { query: 'word-33.' } },
    { type: 'program', call_id: 'word-34.', code: 'word-35.', fingerprint: 'word-36.' },
    { type: 'function_call_output', call_id: 'word-37.', output: 'word-38.', name: 'word-39.' },
    {
      type: 'custom_tool_call_output',
      call_id: 'word-40.',
      output: [
        { type: 'input_text', text: 'word-41.' },
        { type: 'input_file', file_id: 'word-42.' },
      ],
    },
    {
      type: 'computer_call_output',
      call_id: 'word-43.',
      output: { type: 'computer_screenshot', image_url: 'https://example.org/word-44.' },
      acknowledged_safety_checks: [{ message: 'word-45.' }],
    },
    { type: 'local_shell_call_output', id: 'word-46.', output: 'word-47.' },
    {
      type: 'shell_call_output',
      call_id: 'word-48.',
      output: [{ stdout: 'word-49.', stderr: 'word-50.', outcome: { type: 'exit', exit_code: 0 } }],
    },
    { type: 'apply_patch_call_output', call_id: 'word-51.', status: 'failed', output: 'word-52.' },
    { type: 'tool_search_output', call_id: 'word-53.', tools: [{ name: 'word-54.' }] },
    { type: 'program_output', call_id: 'word-55.', result: 'word-56.' },
    { type: 'web_search_call', id: 'word-57.', action: { query: 'word-58.' } },
    { type: 'file_search_call', id: 'word-59.', queries: ['word-60.'], results: [{ text: 'word-61.' }] },
    { type: 'code_interpreter_call', id: 'word-62.', code: 'word-63.', outputs: [{ logs: 'word-64.' }] },
    { type: 'image_generation_call', id: 'word-65.', revised_prompt: 'word-66.', result: 'aGVsbG8=' },
    {
      type: 'mcp_call',
      id: 'word-67.',
      name: 'word-68.',
      server_label: 'word-69.',
      arguments: 'word-70.',
      output: 'word-71.',
    },
    { type: 'mcp_list_tools', id: 'word-72.', tools: [{ name: 'word-73.' }] },
    { type: 'mcp_approval_request', id: 'word-74.', name: 'word-75.', arguments: 'word-76.' },
    { type: 'mcp_approval_response', approval_request_id: 'word-77.', approve: true, reason: 'word-78.' },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'word-79.' },
    { type: 'item_reference', id: 'word-80.' },
    { id: 'word-81.' },
    { type: 'additional_tools', role: 'developer', tools: [{ name: 'word-82.' }] },
    { type: 'hologram', note: 'word-83.' },
    { type: 'hologram_call', call_id: 'word-84.', wish: 'word-85.' },
    { type: 'hologram_call_output', call_id: 'word-86.', light: 'word-87.' },
    { role: 'user', content: { odd: 'word-88.' } },
  ] as OpenAIResponsesItem[], // with fields that the type doesn't name
  shapes: [
    new HostItem('an instance'),
    {
      role: 'user',
      content: [{ type: 'blob', bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }],
    },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_image', image_url: 'data:,x' }] },
  ],
})

const itemOf = (type: string, fields: object): OpenAIResponsesItem => ({ type, call_id: 'call_1', ...fields })

describe('elide', () => {
  test.each(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output'])(
    '%s becomes a text',
    (type) => {
      const item = itemOf(type, { output: [{ type: 'input_text', text: 'long' }], status: 'completed' })
      expect(dialect.elide(item, [0], 'gone')).toEqual(itemOf(type, { output: 'gone', status: 'completed' }))
    },
  )

  test('a patch keeps its status', () => {
    const item = itemOf('apply_patch_call_output', { output: 'long', status: 'failed' })
    expect(dialect.elide(item, [0], 'gone')).toEqual({ ...item, output: 'gone' })
  })

  test('a shell prints the text, and ends as it did', () => {
    const outcome = { type: 'exit', exit_code: 2 }
    const output = [
      { stdout: 'a', stderr: '', outcome: { type: 'timeout' } },
      { stdout: 'b', stderr: 'c', outcome },
    ]
    expect(dialect.elide(itemOf('shell_call_output', { output }), [0], 'gone')).toEqual(
      itemOf('shell_call_output', { output: [{ stdout: 'gone', stderr: '', outcome }] }),
    )
    expect(dialect.elide(itemOf('shell_call_output', { output: [] }), [0], 'gone').output).toEqual([
      { stdout: 'gone', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
    ])
  })

  test.each([
    itemOf('computer_call_output', { output: { type: 'computer_screenshot', image_url: 'data:,x' } }),
    itemOf('tool_search_output', { tools: [] }),
    itemOf('program_output', { result: 'x' }),
    itemOf('hologram_call_output', { output: 'x' }),
    itemOf('function_call', { name: 'look', arguments: '{}' }),
    { type: 'function_call_output', output: 'of no call' },
    { role: 'user', content: 'hello' },
  ])('$type stays as it is', (item) => {
    expect(dialect.elide(item, [0], 'gone')).toEqual(item)
  })
})

test('an output that is not kept goes, an item without a result stays', () => {
  expect(dialect.keepResults(itemOf('program_output', { result: 'x' }), () => false)).toBeUndefined()
  const call = itemOf('mcp_call', { id: 'mcp_1', output: 'x' })
  expect(dialect.keepResults(call, () => false)).toBe(call)
})

describe('answerCalls', () => {
  const answer = (item: OpenAIResponsesItem): OpenAIResponsesItem[] =>
    dialect.answerCalls(
      dialect.read(item).links.filter((link) => link.type === 'call'),
      'no result',
    )

  test.each([
    ['function_call', { type: 'function_call_output', call_id: 'call_1', output: 'no result' }],
    ['custom_tool_call', { type: 'custom_tool_call_output', call_id: 'call_1', output: 'no result' }],
    ['local_shell_call', { type: 'local_shell_call_output', call_id: 'call_1', output: 'no result' }],
    [
      'apply_patch_call',
      { type: 'apply_patch_call_output', call_id: 'call_1', status: 'failed', output: 'no result' },
    ],
    [
      'shell_call',
      {
        type: 'shell_call_output',
        call_id: 'call_1',
        output: [{ stdout: '', stderr: 'no result', outcome: { type: 'exit', exit_code: 1 } }],
      },
    ],
    [
      'tool_search_call',
      {
        type: 'tool_search_output',
        call_id: 'call_1',
        execution: 'client',
        status: 'completed',
        tools: [],
      },
    ],
  ])('%s is answered by an item of its kind', (type, expected) => {
    expect(answer(itemOf(type, {}))).toEqual([expected])
  })

  test('a call that only a screenshot answers stays open', () => {
    expect(answer(itemOf('computer_call', {}))).toEqual([])
  })

  test('a call that says no type is a function call', () => {
    const link = { type: 'call', key: 'a', id: 'a', name: 'f', providerExecuted: false } as const
    expect(dialect.answerCalls([{ ...link, argumentsAreJson: true }], 'no result')).toEqual([
      { type: 'function_call_output', call_id: 'a', output: 'no result' },
    ])
  })
})

test('a copy keeps the class of an item', () => {
  expect(dialect.copy(new HostItem('hello'))).toBeInstanceOf(HostItem)
})
