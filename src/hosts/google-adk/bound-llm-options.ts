import type { GeminiContent } from '../../dialects/gemini/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded LLM. */
export interface BoundLlmOptions extends ServerHeldOptions, OverflowOptions {
  /** Hears every refusal of ours, of which ADK keeps the message alone. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded LLM whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundLlmOptions,
    Pick<RunOptions<GeminiContent>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
