import type { OpenAIChatMessage } from '../dialects/openai-chat/index.ts'

/** A message that every host can write: text, calls of tools, or the result of one. */
export type PlainMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly calls: readonly PlainCall[] }
  | { readonly role: 'tool'; readonly id: string; readonly content: string }

/** A call of a tool. */
export interface PlainCall {
  readonly id: string
  readonly name: string
  /** JSON, or what a model took for it. */
  readonly arguments: string
}

/** A plain message as Chat Completions writes it. */
export function toChatMessage(message: PlainMessage): OpenAIChatMessage {
  if ('calls' in message) {
    const calls = message.calls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }))
    return { role: 'assistant', content: null, tool_calls: calls }
  }
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.id, content: message.content }
  return { role: message.role, content: message.content }
}
