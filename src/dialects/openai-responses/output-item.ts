import type { OpenAIResponsesItem } from './openai-responses-item.ts'

// Those of a screenshot, of found tools and of a program are no text, and can't become one.
const elidableTypes: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
])

/** Whether items of a type answer a call, those that may come included. */
export function isOutputType(itemType: unknown): boolean {
  return typeof itemType === 'string' && itemType.endsWith('_output')
}

/** The id of the call that an item answers; undefined when it answers none, or doesn't say which. */
export function answeredId({ type, call_id: callId, id }: OpenAIResponsesItem): string | undefined {
  if (!isOutputType(type)) return undefined
  // The package types the id of a local shell's call as `id`, the server wants it as `call_id`.
  const answered = callId ?? (type === 'local_shell_call_output' ? id : undefined)
  return typeof answered === 'string' ? answered : undefined
}

/** Whether a text may take the place of an item's output. */
export function isElidable({ type }: OpenAIResponsesItem): boolean {
  return elidableTypes.has(type)
}
