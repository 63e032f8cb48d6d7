import type { ToolCallLink } from '../../context/reading.ts'
import type { LangChainMessage } from './langchain-message.ts'
import { openMessage, replaceInside } from './message-fields.ts'

/** The message with another content, where it is a result: of the same class, with the same id, status and artifact. */
export function elide(
  message: LangChainMessage,
  results: readonly number[],
  replacement: string,
): LangChainMessage {
  const elides = answersCall(message) && results.includes(0)
  return replaceInside(message, elides ? { content: replacement } : {})
}

/** Each result is a message of its own, which goes as a whole. */
export function keepResults(
  message: LangChainMessage,
  keep: (result: number) => boolean,
  others = true,
): LangChainMessage | undefined {
  const stays = answersCall(message) ? keep(0) : others
  return stays ? message : undefined
}

export function answerCalls(calls: readonly ToolCallLink[], text: string): LangChainMessage[] {
  return calls.map(({ id }) => ({ type: 'tool', tool_call_id: id, content: text }))
}

export function userText(text: string): LangChainMessage {
  return { type: 'human', content: text }
}

export function assistantText(text: string): LangChainMessage {
  return { type: 'ai', content: text }
}

function answersCall(message: LangChainMessage): boolean {
  const { type } = openMessage(message)
  return type === 'tool' || type === 'function'
}
