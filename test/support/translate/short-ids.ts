import { createHash } from 'node:crypto'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { listOf, textOf } from '../rule-server/wire.ts'

/** The message with ids of nine letters and digits, as Mistral's client makes them of another provider's. */
export function withShortIds(message: OpenAIChatMessage): OpenAIChatMessage {
  return {
    ...message,
    ...(message.tool_call_id !== undefined && { tool_call_id: short(message.tool_call_id) }),
    ...(Array.isArray(message.tool_calls) && {
      tool_calls: listOf(message.tool_calls).map((call) => ({ ...call, id: short(call['id']) })),
    }),
  }
}

function short(id: unknown): string {
  return createHash('sha256').update(textOf(id)).digest('hex').slice(0, 9)
}
