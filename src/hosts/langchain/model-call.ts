import type { LangChainMessage } from '../../dialects/langchain/index.ts'

/** A request of an agent to its model on its way through the middlewares, by structure: `ModelRequest` fits. */
export interface ModelCall {
  readonly model: unknown
  readonly messages: readonly LangChainMessage[]
  readonly systemMessage?: LangChainMessage
  readonly tools?: readonly unknown[]
  readonly responseFormat?: unknown
  readonly modelSettings?: unknown
  readonly runtime?: { readonly signal?: AbortSignal | undefined }
}

/** A middleware of LangChain that wraps model calls, by structure: fits `AgentMiddleware`. */
export interface BoundMiddleware {
  readonly name: string
  readonly wrapModelCall: <C extends ModelCall, A>(
    call: C,
    handler: (call: C) => A | PromiseLike<A>,
  ) => Promise<A>
}
