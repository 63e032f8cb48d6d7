/**
 * One message of the prompt that the AI SDK hands to a language model, by structure: `LanguageModelV2Prompt`,
 * `LanguageModelV3Prompt` and `LanguageModelV4Prompt` are arrays of it.
 */
export interface AiSdkMessage {
  readonly role: string
  readonly content: string | readonly AiSdkPart[]
  readonly providerOptions?: unknown
}

/** One part of a message. */
export interface AiSdkPart {
  readonly type: string
}
