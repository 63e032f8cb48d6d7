import { fc } from '@fast-check/vitest'
import { anthropic } from '../../../src/dialects/anthropic/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, oneOf, several, shape, text } from '../hostile-values.ts'

const source = oneOf<unknown>(
  shape({ type: 'base64', media_type: 'image/png', data: base64 }),
  shape({ type: 'url', url: text }),
  shape({ type: 'file', file_id: id }),
  shape({ type: 'text', media_type: 'text/plain', data: text }),
  shape({ type: 'content', content: oneOf<unknown>(text, several(shape({ type: 'text', text }))) }),
  anything,
)
const cited = several(shape({ type: 'char_location', cited_text: text }), 2)
const inner = oneOf<unknown>(
  shape({ type: 'text', text }),
  shape({ type: 'text', text, citations: cited, cache_control: { type: 'ephemeral' } }),
  shape({ type: 'image', source }),
  shape({ type: 'document', source, title: text, context: text, citations: { enabled: true } }),
  shape({
    type: 'search_result',
    source: text,
    title: text,
    content: several(shape({ type: 'text', text })),
  }),
  anything,
)
const call = (callId: unknown) => shape({ type: 'tool_use', id: callId, name: 'look', input: data })
const result = (callId: unknown) =>
  shape({
    type: 'tool_result',
    tool_use_id: callId,
    content: oneOf<unknown>(text, several(inner)),
    is_error: false,
  })

const block = oneOf<unknown>(
  inner,
  shape({ type: 'thinking', thinking: text, signature: base64 }),
  shape({ type: 'redacted_thinking', data: base64 }),
  call(id),
  shape({ type: fc.constantFrom('server_tool_use', 'mcp_tool_use'), id, name: 'search', input: data }),
  result(id),
  shape({
    type: fc.constantFrom('web_search_tool_result', 'mcp_tool_result', 'code_execution_tool_result'),
    tool_use_id: id,
    content: oneOf<unknown>(several(data), text),
  }),
  shape({ type: 'compaction', content: oneOf<unknown>(text, fc.constant(null)) }),
  shape({ type: 'container_upload', file_id: id }),
)

/** Messages of Anthropic's Messages API. */
export const anthropicGrammar: Grammar = {
  name: 'anthropic',
  dialects: [anthropic()] as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'system', content: text }),
  user: shape({ role: 'user', content: oneOf<unknown>(text, several(inner)) }),
  answer: shape({ role: 'assistant', content: oneOf<unknown>(text, several(shape({ type: 'text', text }))) }),
  exchange: (ids) =>
    fc.tuple(
      shape({
        role: 'assistant',
        content: fc.tuple(shape({ type: 'thinking', thinking: text, signature: base64 }), ...ids.map(call)),
      }),
      shape({ role: 'user', content: fc.tuple(...ids.map(result)) }),
    ),
  message: oneOf<unknown>(
    shape({ role: fc.constantFrom('user', 'assistant'), content: several(block, 4) }),
    shape({ role: fc.constantFrom('user', 'assistant', 'system', 'oracle'), content: text }),
    shape({
      role: 'assistant',
      content: several(block),
      id,
      model: 'm',
      stop_reason: 'end_turn',
      usage: data,
    }),
    shape({ role: fc.constantFrom('user', 'assistant'), content: anything }),
    anything,
  ),
}
