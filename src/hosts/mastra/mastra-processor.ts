import type { AiSdkMessage } from '../../dialects/ai-sdk/index.ts'

/** What Mastra calls before each step, of which the seam reads what goes beside the prompt. */
export interface InputStep {
  readonly state: object
  readonly tools?: Readonly<Record<string, unknown>> | undefined
  readonly activeTools?: readonly string[] | undefined
  readonly providerOptions?: unknown
}

/** What Mastra calls with the prompt of one model call. */
export interface ModelRequest<M> {
  readonly prompt: M[]
  readonly model: { readonly provider: string }
  readonly state: object
  readonly abortSignal?: AbortSignal | undefined
  abort(reason?: string, options?: { readonly metadata?: unknown }): never
}

/** What Mastra calls when a model call has ended. */
export interface ModelResponse {
  readonly state: object
  readonly chunks: readonly { readonly type: string }[]
  readonly abortSignal?: AbortSignal | undefined
}

/** A processor of Mastra, by structure: an `InputProcessor` of `@mastra/core`, with what ends a model call. */
export interface BoundProcessor {
  readonly id: 'plimsoll'
  processInputStep(step: InputStep): undefined
  processLLMRequest<M extends AiSdkMessage>(
    request: ModelRequest<M>,
  ): Promise<{ readonly prompt: M[] } | undefined>
  processLLMResponse(response: ModelResponse): Promise<undefined>
  processAPIError(failure: { readonly state: object }): Promise<undefined>
}
