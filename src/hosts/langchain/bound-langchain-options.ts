import type { LangChainMessage, LangChainProvider } from '../../dialects/langchain/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounding middleware and of a bounded chat model. */
export interface BoundLangChainOptions extends ServerHeldOptions, OverflowOptions {
  /** Whose sequence rules hold. Default: told from the model; name another where a base URL leads to one. */
  readonly provider?: LangChainProvider
  /** Hears every refusal of ours, also where the framework hides it. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** The same, where each call gets a run of its own. */
export interface OwnRunOptions
  extends BoundLangChainOptions,
    Pick<RunOptions<LangChainMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
