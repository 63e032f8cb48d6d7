/**
 * One item of the `input` list of a Responses API request, by structure: what the `openai` package types as
 * `ResponseInputItem`, and the output items of a response, which go back as they are.
 */
export interface OpenAIResponsesItem {
  /** Messages may come without a type. */
  readonly type?: unknown
  readonly role?: unknown
  readonly content?: unknown
  readonly id?: unknown
  readonly call_id?: unknown
  readonly output?: unknown
}
