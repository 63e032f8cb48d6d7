import type { ToolCallLink } from '../../context/reading.ts'
import { isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { answerItem } from './answer-item.ts'
import { callIdOf, isResult } from './item-types.ts'
import type { OpenAIAgentsItem } from './openai-agents-item.ts'
import { isElidable } from './read-result.ts'

/** The output of a call replaced by a text, as far as the item's type has room for one; type and call id stay. */
export function elide(
  item: OpenAIAgentsItem,
  results: readonly number[],
  replacement: string,
): OpenAIAgentsItem {
  const elides = results.includes(0) && isElidable(item) && answersCall(item)
  if (!elides) return replaceFields(item, {})
  const output = item.type === 'shell_call_output' ? elideShell(item.output, replacement) : replacement
  return replaceFields(item, { output })
}

/** A result that is not kept goes as a whole; any other item has no results. */
export function keepResults(
  item: OpenAIAgentsItem,
  keep: (result: number) => boolean,
  others = true,
): OpenAIAgentsItem | undefined {
  return (answersCall(item) ? keep(0) : others) ? item : undefined
}

/** One item a call, of the type that answers the call's own. A call that only a screenshot answers stays open. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): OpenAIAgentsItem[] {
  return calls.flatMap((call) => answerItem(call, text) ?? [])
}

export function userText(text: string): OpenAIAgentsItem {
  return { type: 'message', role: 'user', content: text }
}

export function assistantText(text: string): OpenAIAgentsItem {
  const message = { type: 'message', role: 'assistant', status: 'completed' }
  return { ...message, content: [{ type: 'output_text', text }] }
}

function answersCall(item: OpenAIAgentsItem): boolean {
  const fields = { ...item }
  return isResult(fields) && callIdOf(fields) !== undefined
}

/** What a shell printed, as one command that ended as the last one did. */
function elideShell(output: unknown, replacement: string): readonly unknown[] {
  const last: unknown = Array.isArray(output) ? output.at(-1) : undefined
  const outcome = isFields(last) ? last['outcome'] : undefined
  return [{ stdout: replacement, stderr: '', outcome: outcome ?? { type: 'exit', exitCode: 0 } }]
}
