/**
 * One message of a Chat Completions request, by structure: what the `openai` package types as
 * `ChatCompletionMessageParam`, and what compatible servers and hosts add to it. Fields beyond these are allowed.
 */
export interface OpenAIChatMessage {
  readonly role: string
  /** Text, parts, null, or nothing at all. */
  readonly content?: unknown
  readonly name?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  /** The predecessor of `tool_calls`, answered by a message of the role `function`. */
  readonly function_call?: unknown
  readonly refusal?: unknown
  readonly audio?: unknown
  readonly reasoning_content?: unknown
}
