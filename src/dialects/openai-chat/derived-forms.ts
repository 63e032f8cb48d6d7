import type { ToolCallLink } from '../../context/reading.ts'
import { replaceFields } from '../replace-fields.ts'
import type { OpenAIChatMessage } from './openai-chat-message.ts'
import { readEntry } from './read-entry.ts'
import { isInlineResult } from './read-part.ts'

/** The content of the message's own result replaced; inline results of a provider stay as they are. */
export function elide(
  message: OpenAIChatMessage,
  results: readonly number[],
  replacement: string,
): OpenAIChatMessage {
  const elides = answersCall(message) && results.includes(0)
  return replaceFields(message, elides ? { content: replacement } : {})
}

/** The message without the results that are not kept: a tool message goes as a whole, an inline result as a part. */
export function keepResults(
  message: OpenAIChatMessage,
  keep: (result: number) => boolean,
  others = true,
): OpenAIChatMessage | undefined {
  if (answersCall(message)) return keep(0) ? message : undefined
  const { content: parts } = message
  if (!Array.isArray(parts) || !parts.some(isInlineResult)) return others ? message : undefined
  let result = -1
  const content: unknown[] = parts.filter((part: unknown) => {
    if (!isInlineResult(part)) return others
    result += 1
    return keep(result)
  })
  if (!others) return content.length === 0 ? undefined : { role: message.role, content }
  if (content.length === parts.length) return message
  const rest = replaceFields(message, { content: content.length === 0 ? null : content })
  return readEntry(rest).empty ? undefined : rest
}

/** One message a call. A call of the deprecated kind has no id, and its answer bears the function's name. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): OpenAIChatMessage[] {
  return calls.map(({ id, key, name }) =>
    id === '' && key !== ''
      ? { role: 'function', name, content: text }
      : { role: 'tool', tool_call_id: id, content: text },
  )
}

export function userText(text: string): OpenAIChatMessage {
  return { role: 'user', content: text }
}

export function assistantText(text: string): OpenAIChatMessage {
  return { role: 'assistant', content: text }
}

/** Whether a message is the result of a call. */
export function answersCall({ role }: OpenAIChatMessage): boolean {
  return role === 'tool' || role === 'function'
}
