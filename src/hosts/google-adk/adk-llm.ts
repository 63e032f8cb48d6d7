import type { GeminiContent } from '../../dialects/gemini/index.ts'

/** An LLM of ADK, by structure: every `BaseLlm` fits. */
export interface AdkLlm {
  readonly model: string
  generateContentAsync(request: never, stream?: boolean, signal?: AbortSignal): AsyncIterable<object>
  maybeAppendUserContent(request: never): void
  connect(request: never): unknown
}

/** The fields of an `LlmRequest` that the seam reads; all others go by. */
export interface LlmRequest {
  readonly contents: readonly GeminiContent[]
  readonly config?: Readonly<Record<string, unknown>>
  readonly previousInteractionId?: unknown
}

/** What of an `LlmResponse` tells how a call stands. */
export interface LlmResponse {
  readonly partial?: boolean
  readonly errorCode?: unknown
  readonly finishReason?: unknown
  readonly usageMetadata?: { readonly promptTokenCount?: unknown }
}
