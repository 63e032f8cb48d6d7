import { fc } from '@fast-check/vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, jsonText, oneOf, several, shape, text } from '../hostile-values.ts'

const options = oneOf<unknown>(
  fc.constant(undefined),
  shape({ anthropic: shape({ cacheControl: { type: 'ephemeral' }, signature: base64 }) }),
  shape({ openai: shape({ itemId: id, reasoningEncryptedContent: base64, type: 'compaction' }) }),
  anything,
)
const fileData = oneOf<unknown>(
  base64,
  text,
  fc.constant({ trap: 'bytes' }),
  fc.constant({ trap: 'url' }),
  shape({ type: 'data', data: base64 }),
  shape({ type: 'url', url: text, originalUrl: text }),
  shape({ type: 'text', text }),
  shape({ type: 'reference', reference: data }),
)
const item = oneOf<unknown>(
  shape({ type: 'text', text, providerOptions: options }),
  shape({ type: 'media', data: base64, mediaType: 'image/png' }),
  shape({ type: 'file-data', data: fileData, mediaType: 'image/png', filename: text }),
  shape({ type: 'image-url', url: text }),
  shape({ type: 'custom', providerOptions: options }),
  anything,
)
const output = oneOf<unknown>(
  shape({ type: fc.constantFrom('text', 'error-text'), value: text }),
  shape({ type: fc.constantFrom('json', 'error-json'), value: data }),
  shape({ type: 'execution-denied', reason: text }),
  shape({ type: 'content', value: several(item), providerOptions: options }),
  anything,
)
const call = (toolCallId: unknown) =>
  shape({ type: 'tool-call', toolCallId, toolName: 'look', input: oneOf<unknown>(data, jsonText) })
const result = (toolCallId: unknown) => shape({ type: 'tool-result', toolCallId, toolName: 'look', output })

const part = oneOf<unknown>(
  shape({ type: 'text', text, providerOptions: options }),
  shape({ type: 'reasoning', text, providerOptions: options }),
  shape({ type: 'file', data: fileData, mediaType: 'image/png', filename: text }),
  shape({ type: 'reasoning-file', data: fileData, mediaType: 'image/png' }),
  call(id),
  shape({ type: 'tool-call', toolCallId: id, toolName: 'search', input: data, providerExecuted: true }),
  result(id),
  shape({ type: 'custom', kind: fc.constantFrom('openai.compaction', 'other'), providerOptions: options }),
  shape({ type: 'tool-approval-request', approvalId: id, toolCallId: id }),
  shape({ type: 'tool-approval-response', approvalId: id, approved: true, reason: text }),
  anything,
)
const userPart = oneOf<unknown>(
  shape({ type: 'text', text }),
  shape({ type: 'file', data: fileData, mediaType: 'image/png' }),
)

/** Messages of the prompt that the AI SDK hands to a model. */
export const aiSdkGrammar: Grammar = {
  name: 'ai-sdk',
  dialects: [
    ...['compatible', 'openai.chat', 'openai.responses', 'anthropic.messages', 'google.generative-ai'],
    ...['mistral.chat', 'amazon-bedrock', 'deepseek.chat'],
  ].map((provider) => aiSdk({ provider })) as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'system', content: text }),
  user: shape({ role: 'user', content: several(userPart) }),
  answer: shape({ role: 'assistant', content: fc.tuple(shape({ type: 'text', text })) }),
  exchange: (ids) =>
    fc.tuple(
      shape({
        role: 'assistant',
        content: fc.tuple(shape({ type: 'reasoning', text }), ...ids.map(call)),
      }),
      shape({ role: 'tool', content: fc.tuple(...ids.map(result)) }),
    ),
  message: oneOf<unknown>(
    shape({
      role: fc.constantFrom('user', 'assistant', 'tool'),
      content: several(part, 4),
      providerOptions: options,
    }),
    shape({ role: 'system', content: text, providerOptions: options }),
    shape({ role: fc.constantFrom('user', 'assistant', 'tool', 'oracle'), content: anything }),
    anything,
  ),
}
