import type { AiSdkMessage } from '../../dialects/ai-sdk/index.ts'

/**
 * A language model of the AI SDK, by structure: `LanguageModelV2`, `LanguageModelV3` and `LanguageModelV4` fit, whichever
 * release of `@ai-sdk/provider` they come from.
 */
export interface AiSdkModel {
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<object>
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream }>
}

/** The call options that the seam reads; all others go by. */
export interface ModelRequest {
  readonly prompt: readonly AiSdkMessage[]
  readonly tools?: unknown
  readonly responseFormat?: unknown
  readonly providerOptions?: unknown
  readonly abortSignal?: AbortSignal | undefined
}
