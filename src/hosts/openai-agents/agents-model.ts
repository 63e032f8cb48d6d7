import type { OpenAIAgentsItem } from '../../dialects/openai-agents/index.ts'

/** A model of the OpenAI Agents SDK, by structure: what `@openai/agents-core` types as `Model`. */
export interface AgentsModel {
  getResponse(request: never): PromiseLike<object>
  getStreamedResponse(request: never): AsyncIterable<unknown>
}

/** A provider of such models, by structure: fits the SDK's `ModelProvider`. */
export interface AgentsModelProvider {
  getModel(modelName?: string): PromiseLike<AgentsModel> | AgentsModel
}

/** The fields of a request that the seam reads; all others go by. */
export interface ModelRequest {
  readonly input: string | readonly OpenAIAgentsItem[]
  readonly systemInstructions?: unknown
  readonly tools?: unknown
  readonly handoffs?: unknown
  readonly outputType?: unknown
  readonly modelSettings?: unknown
  readonly previousResponseId?: unknown
  readonly conversationId?: unknown
  readonly prompt?: unknown
  readonly signal?: AbortSignal | undefined
}

/** What the runner asks after a failed try: whether another one makes sense. */
export interface RetryQuestion {
  readonly error: unknown
}
