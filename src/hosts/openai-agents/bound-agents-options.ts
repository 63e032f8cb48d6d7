import type { OpenAIAgentsApi, OpenAIAgentsItem } from '../../dialects/openai-agents/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of bounded models. */
export interface BoundAgentsOptions extends ServerHeldOptions, OverflowOptions {
  /**
   * The API that the model speaks, whose sequence rules hold. Default `'responses'`, as in the SDK; `'chat'` for models of
   * Chat Completions.
   */
  readonly api?: OpenAIAgentsApi
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of bounded models whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundAgentsOptions,
    Pick<RunOptions<OpenAIAgentsItem>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
