import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../src/context/measure.ts'
import { readEntry } from '../../../src/dialects/openai-responses/read-entry.ts'

const call = { type: 'function_call', call_id: 'call_1', id: 'fc_1', name: 'look', arguments: '{"at": 1}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'seen' }

describe('roles', () => {
  test.each([
    [{ role: 'system', content: 'x' }, 'system'],
    [{ role: 'developer', content: 'x' }, 'system'],
    [{ type: 'message', role: 'user', content: 'x' }, 'user'],
    [{ role: 'assistant', content: 'x' }, 'assistant'],
    [{ role: 'critic', content: 'x' }, 'other'],
    [{ role: 'constructor', content: 'x' }, 'other'],
    [{ type: 'reasoning', summary: [] }, 'assistant'],
    [call, 'assistant'],
    [{ type: 'web_search_call', id: 'ws_1' }, 'assistant'],
    [{ type: 'mcp_list_tools', tools: [] }, 'assistant'],
    [{ type: 'mcp_approval_request', id: 'mcpr_1' }, 'assistant'],
    [{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }, 'tool'],
    [output, 'tool'],
    [{ type: 'tool_search_output', execution: 'client', tools: [] }, 'tool'],
    [{ type: 'tool_search_output', execution: 'server', tools: [] }, 'assistant'],
    [{ type: 'program_output', call_id: 'a', result: '' }, 'assistant'],
    [{ type: 'compaction', encrypted_content: 'x' }, 'assistant'],
    [{ type: 'item_reference', id: 'rs_1' }, 'assistant'],
    [{ type: null, id: 'rs_1' }, 'assistant'],
    [{ type: 'additional_tools', role: 'developer', tools: [] }, 'system'],
    [{ type: 'configuration_update', reasoning: {} }, 'system'],
    [{ type: 'hologram_call', id: 'a' }, 'assistant'],
    [{ type: 'hologram_output', call_id: 'a' }, 'tool'],
    [{ type: 'hologram' }, 'other'],
    [{ type: 7 }, 'other'],
  ])('%j is read as %s', (item, expected) => {
    expect(readEntry(item).role).toBe(expected)
  })
})

describe('messages', () => {
  test('a string is plain text, and so are text parts together', () => {
    const content = [
      { type: 'input_text', text: 'one ', prompt_cache_breakpoint: { mode: 'explicit' } },
      { type: 'input_text', text: 'two' },
    ]
    expect(readEntry({ role: 'user', content: 'hello' }).plainText).toBe('hello')
    expect(readEntry({ role: 'user', content })).toMatchObject({ plainText: 'one two', cacheMarks: 1 })
  })

  test('an output message is plain text, whatever its id, status and phase', () => {
    const content = [{ type: 'output_text', text: 'so', annotations: [], logprobs: [] }]
    const item = {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      status: 'completed',
      phase: 'final_answer',
    }
    const read = readEntry({ ...item, content })
    expect(read.plainText).toBe('so')
    expect(utf8Bytes.estimate(read)).toBe(2)
  })

  test('images, files and audio count at their base64 length, or at their address', () => {
    const content = [
      { type: 'input_image', image_url: 'data:image/png;base64,aGVsbG8=', detail: 'high' },
      { type: 'input_image', image_url: 'https://example.org/a.png', file_id: null },
      { type: 'input_file', file_data: 'data:application/pdf;base64,aGVsbG8=', filename: 'a.pdf' },
      { type: 'input_file', file_data: 'aGVsbG8=' },
      { type: 'input_audio', input_audio: { data: 'aGVsbG8=', format: 'wav' } },
    ]
    expect(readEntry({ role: 'user', content }).pieces).toEqual([
      { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: 'https://example.org/a.png' },
      { type: 'file', mediaType: 'application/pdf', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: '"a.pdf"' },
      { type: 'file', mediaType: undefined, base64Length: 8, head: expect.any(String) },
      { type: 'file', mediaType: 'audio/wav', base64Length: 8, head: expect.any(String) },
    ])
  })

  test.each(['', undefined, null, [], [{ type: 'output_text', text: '' }]])(
    'an assistant message with content %j is empty',
    (content) => {
      expect(readEntry({ role: 'assistant', content })).toMatchObject({ empty: true, reasoningOnly: false })
    },
  )
})

describe('reasoning', () => {
  test('has its summary, its text and its encrypted form', () => {
    const read = readEntry({
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'in short' }],
      content: [{ type: 'reasoning_text', text: 'at length' }],
      encrypted_content: 'sealed',
      status: 'completed',
    })
    expect(read.pieces).toEqual([
      { type: 'reasoning', text: 'in short' },
      { type: 'reasoning', text: 'at length' },
      { type: 'opaque', text: 'sealed' },
    ])
    expect(read).toMatchObject({ reasoningOnly: true, continues: true, empty: false })
  })

  test('that the server holds counts as its id', () => {
    const read = readEntry({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null })
    expect(read.pieces).toEqual([{ type: 'opaque', text: 'rs_1' }])
    expect(read.reasoningOnly).toBe(true)
  })
})

describe('calls', () => {
  test('a function call is measured as its id, name and arguments', () => {
    const read = readEntry({ ...call, status: 'completed' })
    expect(read.pieces).toEqual([
      { type: 'callId', text: 'call_1' },
      { type: 'callName', text: 'look' },
      { type: 'callArguments', text: '{"at": 1}' },
    ])
    expect(read.links).toMatchObject([
      { type: 'call', key: 'call_1', id: 'call_1', name: 'look', itemType: 'function_call' },
    ])
  })

  test.each([
    [{ ...call, arguments: '{"at":' }, false],
    [{ ...call, arguments: '{}' }, true],
    [{ type: 'custom_tool_call', call_id: 'a', name: 'sh', input: 'ls -l' }, true],
    [{ type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } }, true],
  ])('%j: its arguments are JSON, if they ought to be: %s', (item, argumentsAreJson) => {
    expect(readEntry(item).links).toMatchObject([{ argumentsAreJson }])
  })

  test.each([
    [call, false],
    [{ type: 'custom_tool_call', call_id: 'a' }, false],
    [{ type: 'computer_call', call_id: 'a' }, false],
    [{ type: 'local_shell_call', call_id: 'a' }, false],
    [{ type: 'apply_patch_call', call_id: 'a' }, false],
    [{ type: 'shell_call', call_id: 'a', environment: { type: 'local' } }, false],
    [{ type: 'shell_call', call_id: 'a', environment: { type: 'container_reference' } }, true],
    [{ type: 'tool_search_call', call_id: 'a', execution: 'client' }, false],
    [{ type: 'tool_search_call', call_id: 'a', execution: 'server' }, true],
    [{ type: 'program', call_id: 'a' }, true],
    [{ type: 'web_search_call', id: 'a' }, true],
    [{ type: 'file_search_call', id: 'a' }, true],
    [{ type: 'code_interpreter_call', id: 'a' }, true],
    [{ type: 'image_generation_call', id: 'a' }, true],
    [{ type: 'mcp_call', id: 'a', name: 'look' }, true],
    [{ type: 'hologram_call', call_id: 'a' }, true],
  ])('%j: run by the provider is %s', (item, providerExecuted) => {
    expect(readEntry(item).links).toMatchObject([{ type: 'call', providerExecuted }])
  })

  test('a call of the server without an id pairs with nothing', () => {
    expect(readEntry({ type: 'tool_search_call', call_id: null, execution: 'server' }).links).toEqual([])
    expect(readEntry({ type: 'web_search_call', action: {} }).links).toEqual([])
  })

  test('what came of a hosted call is measured with it', () => {
    const read = readEntry({ type: 'mcp_call', id: 'mcp_1', name: 'look', arguments: '{}', output: 'seen' })
    expect(read.pieces).toContainEqual({ type: 'opaque', text: '"seen"' })
    expect(read.links).toHaveLength(1)
  })

  test('a generated image counts at its base64 length', () => {
    const item = { type: 'image_generation_call', id: 'ig_1', result: 'aGVsbG8=', output_format: 'webp' }
    expect(readEntry(item).pieces).toContainEqual({
      type: 'file',
      mediaType: 'image/webp',
      base64Length: 8,
      head: expect.any(String),
    })
    expect(readEntry({ ...item, result: null }).pieces.filter(({ type }) => type === 'file')).toEqual([])
  })
})

describe('outputs', () => {
  test('a text is a text', () => {
    expect(readEntry(output).links).toEqual([{ type: 'result', key: 'call_1', text: 'seen', elidable: true }])
    expect(readEntry(output)).toMatchObject({ role: 'tool', continues: false, plainText: undefined })
  })

  test('text parts are a text, an image makes it more', () => {
    const text = { type: 'input_text', text: 'seen' }
    const image = { type: 'input_image', image_url: 'data:image/png;base64,aGVsbG8=' }
    expect(readEntry({ ...output, output: [text, text] }).links).toMatchObject([{ text: 'seenseen' }])
    expect(readEntry({ ...output, output: [text, image] }).links).toMatchObject([
      { text: undefined, elidable: true },
    ])
  })

  test('a shell gives what it printed, a program its result', () => {
    const printed = [{ stdout: 'a', stderr: 'b', outcome: { type: 'exit', exit_code: 0 } }]
    const shell = { type: 'shell_call_output', call_id: 'a', output: printed, max_output_length: 100 }
    expect(readEntry(shell).links).toMatchObject([{ text: 'ab', elidable: true }])
    const program = { type: 'program_output', call_id: 'a', result: 'done' }
    expect(readEntry(program).links).toMatchObject([{ text: 'done', elidable: false }])
  })

  test('a screenshot is a file, and stays', () => {
    const screenshot = { type: 'computer_screenshot', image_url: 'data:image/png;base64,aGVsbG8=' }
    const read = readEntry({ type: 'computer_call_output', call_id: 'a', output: screenshot })
    expect(read.pieces).toContainEqual({
      type: 'file',
      mediaType: 'image/png',
      base64Length: 8,
      head: expect.any(String),
    })
    expect(read.links).toMatchObject([{ text: undefined, elidable: false }])
  })

  test('a local shell may name its call either way', () => {
    for (const id of [{ id: 'call_1' }, { call_id: 'call_1', id: 'lsho_1' }]) {
      const item = { type: 'local_shell_call_output', output: 'x', ...id }
      expect(readEntry(item).links).toMatchObject([{ key: 'call_1' }])
    }
  })

  test('one that names no call pairs with nothing', () => {
    const read = readEntry({ type: 'function_call_output', call_id: null, name: 'look', output: 'x' })
    expect(read).toMatchObject({ role: 'tool', links: [] })
    expect(utf8Bytes.estimate(read)).toBe(7)
  })
})

test('an approval is asked for by its own id, and answered by it', () => {
  const asked = {
    type: 'mcp_approval_request',
    id: 'mcpr_1',
    name: 'look',
    arguments: '{}',
    server_label: 's',
  }
  const answered = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }
  expect(readEntry(asked)).toMatchObject({
    approvalRequests: [{ approvalId: 'mcpr_1', key: undefined }],
    continues: true,
    reasoningOnly: false,
  })
  expect(readEntry(answered)).toMatchObject({ approvalResponses: ['mcpr_1'], continues: false })
})

test('a compaction is recognised, and begins anew', () => {
  const read = readEntry({ type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed' })
  expect(read).toMatchObject({ compaction: true, continues: false, reasoningOnly: false })
  expect(utf8Bytes.estimate(read)).toBe(6)
})

test('a reference counts as its id, with or without a type', () => {
  for (const item of [
    { type: 'item_reference', id: 'msg_1' },
    { id: 'msg_1' },
    { type: null, id: 'msg_1' },
  ]) {
    expect(readEntry(item)).toMatchObject({
      pieces: [{ type: 'opaque', text: 'msg_1' }],
      reasoningOnly: false,
      continues: true,
    })
  }
})

test('an unknown item is opaque in full', () => {
  const item = { type: 'hologram', depth: 3 }
  expect(readEntry(item).pieces).toEqual([{ type: 'opaque', text: JSON.stringify(item) }])
})

test('unknown calls and outputs pair by their ids', () => {
  expect(readEntry({ type: 'hologram_call', call_id: 'a', id: 'hc_1' }).links).toMatchObject([{ key: 'a' }])
  expect(readEntry({ type: 'hologram_call_output', call_id: 'a', output: 'x' }).links).toEqual([
    { type: 'result', key: 'a', text: 'x', elidable: false },
  ])
})
