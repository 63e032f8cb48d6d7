import { fc } from '@fast-check/vitest'
import { pi } from '../../../src/dialects/pi/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, jsonText, oneOf, several, shape, text } from '../hostile-values.ts'

const textBlock = shape({ type: 'text', text })
const image = shape({ type: 'image', data: base64, mimeType: 'image/png' })
const call = (callId: unknown) =>
  shape({ type: 'toolCall', id: callId, name: 'look', arguments: oneOf<unknown>(data, jsonText) })
const result = (toolCallId: unknown) =>
  shape({
    role: 'toolResult',
    toolCallId,
    toolName: 'look',
    content: oneOf<unknown>(several(oneOf(textBlock, image)), text),
    details: data,
    isError: false,
    timestamp: 1,
  })
const block = oneOf<unknown>(
  textBlock,
  shape({ type: 'text', text, textSignature: base64 }),
  image,
  shape({ type: 'thinking', thinking: text, thinkingSignature: base64, redacted: false }),
  call(id),
  shape({ type: 'toolCall', id, name: 'look', arguments: data, thoughtSignature: base64 }),
  anything,
)

/** Messages of pi. */
export const piGrammar: Grammar = {
  name: 'pi',
  dialects: [pi(), pi({ api: 'google-generative-ai' })] as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'system', content: text }),
  user: shape({
    role: 'user',
    content: oneOf<unknown>(text, several(oneOf(textBlock, image))),
    timestamp: 1,
  }),
  answer: shape({ role: 'assistant', content: fc.tuple(textBlock), stopReason: 'stop', usage: data }),
  exchange: (ids) =>
    fc.tuple(
      shape({
        role: 'assistant',
        content: fc.tuple(shape({ type: 'thinking', thinking: text }), ...ids.map(call)),
        stopReason: 'toolUse',
      }),
      ...ids.map(result),
    ),
  message: oneOf<unknown>(
    shape({ role: fc.constantFrom('user', 'assistant'), content: several(block, 4) }),
    result(id),
    shape({ role: 'toolResult', toolCallId: id, content: several(block) }),
    shape({
      role: fc.constantFrom('user', 'assistant', 'toolResult', 'note'),
      content: anything,
      extra: data,
    }),
    anything,
  ),
}
