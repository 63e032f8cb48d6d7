import { fc } from '@fast-check/vitest'
import { openaiResponses } from '../../../src/dialects/openai-responses/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, jsonText, oneOf, several, shape, text } from '../hostile-values.ts'

const inputPart = oneOf<unknown>(
  shape({ type: 'input_text', text }),
  shape({ type: 'input_image', image_url: text, detail: 'auto' }),
  shape({ type: 'input_image', file_id: id }),
  shape({ type: 'input_file', file_data: text, filename: text }),
  shape({ type: 'input_file', file_url: text }),
  shape({ type: 'input_audio', input_audio: shape({ data: base64, format: 'mp3' }) }),
  anything,
)
const outputPart = oneOf<unknown>(
  shape({ type: 'output_text', text, annotations: several(data), logprobs: [] }),
  shape({ type: 'refusal', refusal: text }),
)
const chunk = oneOf<unknown>(
  shape({ stdout: text, stderr: text, outcome: shape({ type: 'exit', exit_code: 0 }) }),
  inputPart,
)
const call = (callId: unknown) =>
  oneOf<unknown>(
    shape({ type: 'function_call', call_id: callId, name: 'look', arguments: jsonText, id }),
    shape({ type: 'custom_tool_call', call_id: callId, name: 'look', input: text }),
  )
const result = (callId: unknown) =>
  shape({ type: 'function_call_output', call_id: callId, output: oneOf<unknown>(text, several(inputPart)) })

const clientCall = oneOf<unknown>(
  shape({ type: 'computer_call', call_id: id, action: data, pending_safety_checks: [], id }),
  shape({ type: 'local_shell_call', call_id: id, action: data, id }),
  shape({
    type: 'shell_call',
    call_id: id,
    action: data,
    environment: shape({ type: 'container_reference' }),
  }),
  shape({ type: 'apply_patch_call', call_id: id, operation: data }),
  shape({ type: 'tool_search_call', call_id: id, arguments: data, execution: 'client' }),
)
const clientResult = oneOf<unknown>(
  shape({
    type: 'computer_call_output',
    call_id: id,
    output: shape({ type: 'computer_screenshot', image_url: text }),
  }),
  shape({ type: 'local_shell_call_output', id, output: text }),
  shape({ type: 'shell_call_output', call_id: id, output: several(chunk), max_output_length: 9 }),
  shape({ type: 'apply_patch_call_output', call_id: id, output: text, status: 'completed' }),
  shape({ type: 'custom_tool_call_output', call_id: id, output: text }),
  shape({ type: 'tool_search_output', call_id: id, tools: several(data), execution: 'client' }),
)
const hosted = oneOf<unknown>(
  shape({ type: 'web_search_call', id, action: data, status: 'completed' }),
  shape({ type: 'file_search_call', id, queries: several(text), results: several(data) }),
  shape({ type: 'code_interpreter_call', id, code: text, outputs: several(data), container_id: id }),
  shape({ type: 'image_generation_call', id, result: base64, revised_prompt: text }),
  shape({ type: 'mcp_call', id, name: 'look', arguments: jsonText, output: text, server_label: 's' }),
  shape({ type: 'program', call_id: id, code: text, id }),
  shape({ type: 'program_output', call_id: id, output: text }),
  shape({ type: 'tool_search_call', call_id: id, arguments: data, execution: 'server' }),
  shape({ type: fc.constantFrom('later_call', 'later_output'), call_id: id, output: data }),
)
const other = oneOf<unknown>(
  shape({
    type: 'reasoning',
    id,
    summary: several(shape({ type: 'summary_text', text })),
    encrypted_content: base64,
  }),
  shape({ type: 'reasoning', id, summary: [], content: several(shape({ type: 'reasoning_text', text })) }),
  shape({ type: 'compaction', id, encrypted_content: base64 }),
  shape({ type: 'item_reference', id }),
  shape({ id }),
  shape({ type: 'mcp_list_tools', id, server_label: 's', tools: several(data) }),
  shape({ type: 'mcp_approval_request', id, name: 'look', arguments: jsonText }),
  shape({ type: 'mcp_approval_response', approval_request_id: id, approve: true }),
  shape({ type: fc.constantFrom('additional_tools', 'configuration_update'), tools: several(data) }),
)

/** Items of the Responses API's input. */
export const openaiResponsesGrammar: Grammar = {
  name: 'openai-responses',
  dialects: [openaiResponses(), openaiResponses({ store: false })] as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'developer', content: text }),
  user: shape({ role: 'user', content: oneOf<unknown>(text, several(inputPart)) }),
  answer: shape({
    type: 'message',
    role: 'assistant',
    id,
    content: fc.tuple(outputPart),
    status: 'completed',
  }),
  exchange: (ids) =>
    fc.tuple(
      shape({ type: 'reasoning', id, summary: several(shape({ type: 'summary_text', text })) }),
      ...ids.map(call),
      ...ids.map(result),
    ),
  message: oneOf<unknown>(
    other,
    hosted,
    clientCall,
    clientResult,
    call(id),
    result(id),
    shape({ role: fc.constantFrom('user', 'system', 'developer', 'oracle'), content: several(inputPart) }),
    shape({ role: 'assistant', content: oneOf<unknown>(several(outputPart), text, anything) }),
    anything,
  ),
}
