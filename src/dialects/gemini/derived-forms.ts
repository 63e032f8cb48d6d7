import type { ToolCallLink } from '../../context/reading.ts'
import { replaceFields } from '../replace-fields.ts'
import type { GeminiContent } from './gemini-content.ts'
import { isResponsePart } from './part-kinds.ts'

/** Responses replaced by a text; ids and names stay. */
export function elide(
  content: GeminiContent,
  results: readonly number[],
  replacement: string,
): GeminiContent {
  let result = -1
  const parts = content.parts?.map((part) => {
    if (!isResponsePart(part)) return part
    result += 1
    if (!results.includes(result)) return part
    const { parts: _, ...answer } = part.functionResponse
    return replaceFields(part, { functionResponse: { ...answer, response: { output: replacement } } })
  })
  return replaceFields(content, parts ? { parts } : {})
}

/** The content without the responses that are not kept; undefined when no part is left. */
export function keepResults(
  content: GeminiContent,
  keep: (result: number) => boolean,
  others = true,
): GeminiContent | undefined {
  if (!Array.isArray(content.parts)) return others ? content : undefined
  let result = -1
  const parts = content.parts.filter((part: unknown) => {
    if (!isResponsePart(part)) return others
    result += 1
    return keep(result)
  })
  if (parts.length === content.parts.length) return content
  return parts.length === 0 ? undefined : replaceFields(content, { parts })
}

/** One content with the parts of several. */
export function joinResults(contents: readonly GeminiContent[]): GeminiContent {
  const [first = { role: 'user' }] = contents
  return replaceFields(first, { parts: contents.flatMap(({ parts = [] }) => parts) })
}

/** One content that answers all calls. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): GeminiContent[] {
  if (calls.length === 0) return []
  const parts = calls.map(({ id, name }) => ({
    functionResponse: { ...(id !== '' && { id }), name, response: { output: text } },
  }))
  return [{ role: 'user', parts }]
}

export function userText(text: string): GeminiContent {
  return { role: 'user', parts: [{ text }] }
}

export function assistantText(text: string): GeminiContent {
  return { role: 'model', parts: [{ text }] }
}
