import type { OpenAIAgentsApi, OpenAIAgentsItem } from '../../dialects/openai-agents/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of bounded models. */
export interface BoundAgentsOptions extends ServerHeldOptions {
  /**
   * The API that the model speaks, whose sequence rules hold. Default `'responses'`, as in the SDK; `'chat'` for models of
   * Chat Completions.
   */
  readonly api?: OpenAIAgentsApi
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
  /**
   * Whether a request that the provider finds too long is assembled once more, under three quarters of the limit, and sent
   * again; a run of the caller's keeps the lower limit. Default false.
   */
  readonly retryOnOverflow?: boolean
}

/** Options of bounded models whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundAgentsOptions,
    Pick<RunOptions<OpenAIAgentsItem>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
