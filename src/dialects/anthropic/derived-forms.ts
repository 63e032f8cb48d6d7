import type { ToolCallLink } from '../../context/reading.ts'
import { replaceFields } from '../replace-fields.ts'
import type { AnthropicMessage } from './anthropic-message.ts'
import { isClientResult, isResult } from './read-tools.ts'

/** The content of tool results replaced by a text; id and error mark stay, and so do results of the provider's tools. */
export function elide(
  message: AnthropicMessage,
  results: readonly number[],
  replacement: string,
): AnthropicMessage {
  if (!Array.isArray(message.content)) return replaceFields(message, {})
  let result = -1
  const content = message.content.map((block: unknown) => {
    if (!isResult(block)) return block
    result += 1
    if (!isClientResult(block) || !results.includes(result)) return block
    return replaceFields(block, { content: replacement })
  })
  return replaceFields(message, { content })
}

/** The message without the results that are not kept; undefined when no block is left. */
export function keepResults(
  message: AnthropicMessage,
  keep: (result: number) => boolean,
  others = true,
): AnthropicMessage | undefined {
  if (!Array.isArray(message.content)) return others ? message : undefined
  let result = -1
  const content = message.content.filter((block: unknown) => {
    if (!isResult(block)) return others
    result += 1
    return keep(result)
  })
  if (content.length === message.content.length) return message
  return content.length === 0 ? undefined : replaceFields(message, { content })
}

/** One user message that answers all calls. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): AnthropicMessage[] {
  if (calls.length === 0) return []
  const content = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: text }))
  return [{ role: 'user', content }]
}

export function userText(text: string): AnthropicMessage {
  return { role: 'user', content: text }
}

export function assistantText(text: string): AnthropicMessage {
  return { role: 'assistant', content: text }
}
