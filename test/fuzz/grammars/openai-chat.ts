import { fc } from '@fast-check/vitest'
import { openaiChat } from '../../../src/dialects/openai-chat/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, jsonText, oneOf, several, shape, text } from '../hostile-values.ts'

const mark = { type: 'ephemeral' }

const part = oneOf<unknown>(
  shape({ type: 'text', text }),
  text,
  shape({ type: 'text', text, cache_control: mark }),
  shape({ type: fc.constantFrom('input_text', 'output_text'), text }),
  shape({ type: 'refusal', refusal: text }),
  shape({ type: 'reasoning', text }),
  shape({ type: 'thinking', thinking: text, signature: base64 }),
  shape({ type: 'image_url', image_url: shape({ url: text, detail: 'low' }) }),
  shape({ type: 'image_url', image_url: text }),
  shape({ type: 'image', data: base64, mediaType: 'image/png' }),
  shape({ type: 'input_audio', input_audio: shape({ data: base64, format: 'wav' }) }),
  shape({ type: 'file', file: shape({ file_data: text, filename: 'a.pdf', file_id: id }) }),
  shape({ type: 'compaction', encrypted_content: base64 }),
  shape({ type: 'tool-approval-request', approvalId: id, toolCallId: id }),
  shape({ type: 'tool-approval-response', approvalId: id, approved: true }),
  shape({ type: 'tool-result', toolCallId: id, text, providerExecuted: true }),
  anything,
)

const content = oneOf<unknown>(text, several(part), fc.constant(null), anything)
const toolCall = (callId: unknown) =>
  oneOf<unknown>(
    shape({ id: callId, type: 'function', function: shape({ name: 'look', arguments: jsonText }) }),
    shape({ id: callId, type: 'custom', custom: shape({ name: 'look', input: text }) }),
    shape({ id: callId, type: 'function', function: shape({ name: 'look', arguments: data }) }),
  )
const result = (callId: unknown) => shape({ role: 'tool', tool_call_id: callId, content })

const message = oneOf<unknown>(
  shape({ role: 'user', content }),
  shape({ role: fc.constantFrom('system', 'developer'), content }),
  shape({ role: 'assistant', content }),
  shape({ role: 'assistant', content, prefix: true, name: text }),
  shape({ role: 'assistant', content, reasoning_content: text }),
  shape({ role: 'assistant', content, reasoning: text, reasoning_details: several(data) }),
  shape({ role: 'assistant', content, refusal: text, audio: shape({ id }) }),
  shape({ role: 'assistant', content, tool_calls: several(toolCall(id)) }),
  shape({
    role: 'assistant',
    tool_calls: several(shape({ id, function: { name: 'a' }, providerExecuted: true })),
  }),
  shape({ role: 'assistant', content, function_call: shape({ name: id, arguments: jsonText }) }),
  result(id),
  shape({ role: 'function', name: id, content }),
  shape({ role: text, content }),
  anything,
)

/** Chat Completions messages. */
export const openaiChatGrammar: Grammar = {
  name: 'openai-chat',
  dialects: (['compatible', 'openai', 'mistral', 'deepseek', 'gemini', 'bedrock', 'anthropic'] as const).map(
    (provider) => openaiChat({ provider }),
  ) as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'system', content: text }),
  user: shape({ role: 'user', content: oneOf<unknown>(text, several(part)) }),
  answer: shape({ role: 'assistant', content: text }),
  exchange: (ids) =>
    fc.tuple(
      shape({ role: 'assistant', content: null, tool_calls: fc.tuple(...ids.map(toolCall)) }),
      ...ids.map(result),
    ),
  message,
}
