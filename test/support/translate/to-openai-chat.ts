import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { listOf } from '../rule-server/wire.ts'

/** A conversation as a client of OpenAI's holds it: pictures are the user's, for the API takes them from nobody else. */
export function toOpenAIChat(chat: readonly OpenAIChatMessage[]): readonly OpenAIChatMessage[] {
  return chat.map((message) =>
    message.role === 'assistant' && Array.isArray(message.content)
      ? { ...message, content: listOf(message.content).filter(({ type }) => type !== 'image_url') }
      : message,
  )
}
