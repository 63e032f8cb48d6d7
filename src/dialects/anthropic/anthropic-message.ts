/**
 * One message of a Messages API request, by structure: what `@anthropic-ai/sdk` types as `MessageParam` and
 * `BetaMessageParam`. A message that came from the API may stand in the list with its other fields.
 */
export interface AnthropicMessage {
  readonly role: string
  /** Text, or content blocks. */
  readonly content?: string | readonly unknown[]
}
