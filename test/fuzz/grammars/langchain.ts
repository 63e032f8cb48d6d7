import { fc } from '@fast-check/vitest'
import { type LangChainProvider, langchain } from '../../../src/dialects/langchain/index.ts'
import type { Grammar } from '../grammar.ts'
import {
  anything,
  base64,
  data,
  type Fields,
  id,
  jsonText,
  oneOf,
  several,
  shape,
  text,
} from '../hostile-values.ts'

const file = oneOf<unknown>(
  shape({ type: 'image_url', image_url: oneOf<unknown>(shape({ url: text }), text) }),
  shape({ type: fc.constantFrom('image', 'audio', 'video', 'file'), data: base64, mimeType: 'image/png' }),
  shape({ type: 'image', source_type: 'url', url: text }),
  shape({ type: 'document', source: shape({ type: 'base64', data: base64, media_type: 'application/pdf' }) }),
  shape({ type: 'input_audio', input_audio: shape({ data: base64, format: 'wav' }) }),
  shape({ type: 'file', file: shape({ file_data: text, filename: 'a.pdf' }) }),
  shape({ type: 'media', data: { trap: 'bytes' }, mimeType: 'image/png' }),
)
const block = oneOf<unknown>(
  shape({ type: fc.constantFrom('text', 'input_text', 'output_text', 'text-plain', 'summary_text'), text }),
  text,
  file,
  shape({ type: 'thinking', thinking: text, signature: base64 }),
  shape({ type: 'reasoning', reasoning: text, id, summary: several(shape({ type: 'summary_text', text })) }),
  shape({ type: 'redacted_thinking', data: base64 }),
  shape({ type: 'refusal', refusal: text }),
  shape({ type: 'tool_use', id, name: 'look', input: data }),
  shape({ type: 'tool_call', id, name: 'look', args: data }),
  shape({ type: 'functionCall', functionCall: shape({ name: 'look', args: data }) }),
  shape({ type: 'compaction', encrypted_content: base64 }),
  shape({ type: 'mcp_approval_request', id }),
  shape({ type: 'mcp_approval_response', approval_request_id: id }),
  anything,
)
const content = oneOf<unknown>(text, several(block), anything)
const rawCall = (callId: unknown) =>
  shape({ id: callId, type: 'function', function: shape({ name: 'look', arguments: jsonText }) })
const call = (callId: unknown) => shape({ id: callId, name: 'look', args: data, type: 'tool_call' })
const result = (callId: unknown) =>
  shape({ type: 'tool', tool_call_id: callId, content: text, status: 'success' })
const output = oneOf<unknown>(
  shape({ type: 'reasoning', id, summary: several(shape({ type: 'summary_text', text })) }),
  shape({ type: 'message', id, content: several(block) }),
  shape({ type: 'function_call', call_id: id, name: 'look', arguments: jsonText }),
  shape({ type: 'custom_tool_call', call_id: id, name: 'look', input: text }),
  shape({ type: 'web_search_call', id, action: data }),
)
const ai = oneOf<Fields>(
  shape({ type: 'ai', content, tool_calls: several(call(id)) }),
  shape({
    type: 'ai',
    content,
    invalid_tool_calls: several(shape({ id, name: 'look', args: text, error: text })),
  }),
  shape({
    type: 'ai',
    content,
    additional_kwargs: shape({ tool_calls: several(rawCall(id)), refusal: text }),
  }),
  shape({
    type: 'ai',
    content,
    additional_kwargs: shape({
      function_call: shape({ name: id, arguments: jsonText }),
      audio: shape({ id }),
    }),
  }),
  shape({
    type: 'ai',
    content,
    additional_kwargs: shape({ reasoning_content: text, reasoning: data, tool_outputs: several(data) }),
  }),
  shape({ type: 'ai', content, response_metadata: shape({ output: several(output) }), usage_metadata: data }),
)
const plain = oneOf<Fields>(
  ai,
  shape({ type: fc.constantFrom('human', 'system', 'developer', 'remove'), content, name: text }),
  shape({ type: 'tool', tool_call_id: id, content, artifact: data, additional_kwargs: data }),
  shape({ type: 'tool', tool_call_id: id, content, additional_kwargs: { type: 'computer_call_output' } }),
  shape({ type: 'function', name: id, content }),
  shape({
    type: fc.constantFrom('generic', 'chat'),
    role: fc.constantFrom('user', 'assistant', 'tool'),
    content,
  }),
  shape({ role: fc.constantFrom('user', 'assistant', 'system', 'tool'), content, tool_call_id: id }),
)
const classes = fc.constantFrom(
  'AIMessage',
  'AIMessageChunk',
  'HumanMessage',
  'ToolMessage',
  'SystemMessage',
  'RemoveMessage',
)

/** LangChain messages in the three forms that they are serialised to. */
export const langchainGrammar: Grammar = {
  name: 'langchain',
  dialects: (
    [
      ...(['compatible', 'openai', 'openaiResponses', 'anthropic', 'mistral', 'deepseek', 'google'] as const),
      'bedrock',
    ] as readonly LangChainProvider[]
  ).map((provider) => langchain({ provider })) as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ type: 'system', content: text }),
  user: shape({
    type: 'human',
    content: oneOf<unknown>(text, several(oneOf<unknown>(shape({ type: 'text', text }), file))),
  }),
  answer: shape({ type: 'ai', content: text }),
  exchange: (ids) =>
    fc.tuple(shape({ type: 'ai', content: '', tool_calls: fc.tuple(...ids.map(call)) }), ...ids.map(result)),
  message: oneOf<unknown>(
    plain,
    plain.map(({ type, ...fields }) => ({ type, data: fields })),
    fc.tuple(classes, plain).map(([name, kwargs]) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', name],
      kwargs,
    })),
    anything,
  ),
}
