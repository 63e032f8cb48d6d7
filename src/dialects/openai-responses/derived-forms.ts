import type { ToolCallLink } from '../../context/reading.ts'
import { isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { answerItem } from './answer-item.ts'
import type { OpenAIResponsesItem } from './openai-responses-item.ts'
import { answeredId, isElidable } from './output-item.ts'

/** The output of a call replaced by a text, as far as the item's type has room for one; type and call id stay. */
export function elide(
  item: OpenAIResponsesItem,
  results: readonly number[],
  replacement: string,
): OpenAIResponsesItem {
  const elides = results.includes(0) && isElidable(item) && answeredId(item) !== undefined
  if (!elides) return replaceFields(item, {})
  const output = item.type === 'shell_call_output' ? elideShell(item.output, replacement) : replacement
  return replaceFields(item, { output })
}

/** An output that is not kept goes as a whole; any other item has no results. */
export function keepResults(
  item: OpenAIResponsesItem,
  keep: (result: number) => boolean,
  others = true,
): OpenAIResponsesItem | undefined {
  return (answeredId(item) === undefined ? others : keep(0)) ? item : undefined
}

/** One item a call, of the type that answers the call's own. A call that only a screenshot answers stays open. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): OpenAIResponsesItem[] {
  return calls.flatMap((call) => answerItem(call, text) ?? [])
}

export function userText(text: string): OpenAIResponsesItem {
  return { role: 'user', content: text }
}

/** A message in the short form, which takes a text of the assistant without an item's id. */
export function assistantText(text: string): OpenAIResponsesItem {
  return { role: 'assistant', content: text }
}

/** What a shell printed, as one command that ended as the last one did. */
function elideShell(output: unknown, replacement: string): readonly unknown[] {
  const last: unknown = Array.isArray(output) ? output.at(-1) : undefined
  const outcome = isFields(last) ? last['outcome'] : undefined
  return [{ stdout: replacement, stderr: '', outcome: outcome ?? { type: 'exit', exit_code: 0 } }]
}
