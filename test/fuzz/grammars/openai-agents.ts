import { fc } from '@fast-check/vitest'
import { openaiAgents } from '../../../src/dialects/openai-agents/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, jsonText, oneOf, several, shape, text } from '../hostile-values.ts'

const source = oneOf<unknown>(
  text,
  shape({ url: text }),
  shape({ id }),
  shape({ data: base64, mediaType: 'image/png', filename: text }),
  fc.constant({ trap: 'bytes' }),
  anything,
)
const inputPart = oneOf<unknown>(
  shape({ type: 'input_text', text, providerData: oneOf<unknown>(fc.constant(undefined), data) }),
  shape({ type: 'input_text', text, promptCacheBreakpoint: {} }),
  shape({ type: 'input_image', image: source, detail: 'low' }),
  shape({ type: 'input_file', file: source }),
  shape({ type: 'audio', audio: source, format: 'wav' }),
  anything,
)
const outputPart = oneOf<unknown>(
  shape({ type: 'output_text', text }),
  shape({ type: 'refusal', refusal: text }),
  shape({ type: 'image', image: source }),
)
const chunk = oneOf<unknown>(shape({ stdout: text, stderr: text, outcome: data }), inputPart)
const call = (callId: unknown) =>
  shape({ type: 'function_call', callId, name: 'look', arguments: jsonText, status: 'completed', id })
const result = (callId: unknown) =>
  shape({
    type: 'function_call_result',
    callId,
    name: 'look',
    output: oneOf<unknown>(text, shape({ type: 'text', text }), several(inputPart)),
    status: 'completed',
  })
const wrapped = oneOf<unknown>(
  shape({
    type: fc.constantFrom('web_search_call', 'image_generation_call', 'mcp_call'),
    output_format: 'png',
  }),
  shape({ type: 'mcp_approval_request', id }),
  shape({ type: 'mcp_approval_response', approval_request_id: id }),
  shape({ type: 'custom_tool_call', call_id: id }),
  shape({ type: 'custom_tool_call_output', call_id: id }),
  shape({ role: fc.constantFrom('user', 'assistant', 'system') }),
  data,
)
const other = oneOf<unknown>(
  shape({ type: 'reasoning', id, content: several(shape({ type: 'input_text', text })) }),
  shape({ type: 'reasoning', content: [], rawContent: several(shape({ type: 'reasoning_text', text })) }),
  shape({ type: 'compaction', id, encrypted_content: base64, created_by: 'x' }),
  shape({
    type: 'hosted_tool_call',
    id,
    name: 'look',
    arguments: jsonText,
    output: base64,
    providerData: wrapped,
  }),
  shape({ type: 'unknown', id, providerData: wrapped }),
  shape({ type: 'computer_call', callId: id, action: data, id }),
  shape({
    type: 'computer_call_result',
    callId: id,
    output: shape({ type: 'computer_screenshot', data: text }),
  }),
  shape({ type: 'shell_call', callId: id, action: data, providerData: wrapped }),
  shape({ type: 'shell_call_output', callId: id, output: several(chunk), maxOutputLength: 9 }),
  shape({ type: 'apply_patch_call', callId: id, operation: data }),
  shape({ type: 'apply_patch_call_output', callId: id, output: text }),
  shape({ type: 'tool_search_call', call_id: id, arguments: data, execution: 'server' }),
  shape({ type: 'tool_search_output', call_id: id, tools: several(data), execution: 'client' }),
  shape({ type: 'program', callId: id, code: text }),
  shape({ type: 'program_output', callId: id, output: text }),
)

/** Items of an agent's input, as the OpenAI Agents SDK writes them. */
export const openaiAgentsGrammar: Grammar = {
  name: 'openai-agents',
  dialects: [openaiAgents(), openaiAgents({ api: 'chat' })] as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'system', content: text }),
  user: shape({ type: 'message', role: 'user', content: oneOf<unknown>(text, several(inputPart)) }),
  answer: shape({ type: 'message', role: 'assistant', content: fc.tuple(outputPart), status: 'completed' }),
  exchange: (ids) =>
    fc.tuple(
      shape({ type: 'reasoning', id, content: several(shape({ type: 'input_text', text })) }),
      ...ids.map(call),
      ...ids.map(result),
    ),
  message: oneOf<unknown>(
    other,
    other,
    call(id),
    result(id),
    shape({
      role: fc.constantFrom('user', 'system', 'oracle'),
      content: several(inputPart),
      providerData: data,
    }),
    shape({ role: 'assistant', content: oneOf<unknown>(several(outputPart), text, anything) }),
    anything,
  ),
}
