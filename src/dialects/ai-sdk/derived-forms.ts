import type { ToolCallLink } from '../../context/reading.ts'
import { isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import type { AiSdkMessage, AiSdkPart } from './ai-sdk-message.ts'
import { isDenial } from './read-output.ts'

/** The output of results in tool messages replaced by a text; call id and tool name stay, inline results and denials too. */
export function elide(message: AiSdkMessage, results: readonly number[], replacement: string): AiSdkMessage {
  if (typeof message.content === 'string' || message.role !== 'tool') return replaceFields(message, {})
  let result = -1
  const content = message.content.map((part) => {
    if (!isResult(part)) return part
    result += 1
    if (!results.includes(result) || isDenial(part.output)) return part
    return replaceFields(part, { output: { type: 'text', value: replacement } })
  })
  return replaceFields(message, { content })
}

/** The message without the results that are not kept; undefined when no part is left. */
export function keepResults(
  message: AiSdkMessage,
  keep: (result: number) => boolean,
  others = true,
): AiSdkMessage | undefined {
  if (!Array.isArray(message.content)) return others ? message : undefined
  let result = -1
  const content: readonly AiSdkPart[] = message.content.filter((part) => {
    if (!isResult(part)) return others
    result += 1
    return keep(result)
  })
  if (content.length === message.content.length) return message
  return content.length === 0 ? undefined : replaceFields(message, { content })
}

/** One message with the parts of several. */
export function joinResults(messages: readonly AiSdkMessage[]): AiSdkMessage {
  const [first = { role: 'tool', content: [] }] = messages
  const content = messages.flatMap((message): readonly AiSdkPart[] =>
    typeof message.content === 'string' ? [] : message.content,
  )
  return replaceFields(first, { content })
}

/** One tool message that answers all calls. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): AiSdkMessage[] {
  if (calls.length === 0) return []
  const content = calls.map(({ id, name }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type: 'text', value: text },
  }))
  return [{ role: 'tool', content }]
}

export function userText(text: string): AiSdkMessage {
  const part: AiSdkPart & { text: string } = { type: 'text', text }
  return { role: 'user', content: [part] }
}

export function assistantText(text: string): AiSdkMessage {
  return { ...userText(text), role: 'assistant' }
}

function isResult(part: unknown): part is AiSdkPart & { readonly output: unknown } {
  return isFields(part) && part['type'] === 'tool-result'
}
