import type { AiSdkMessage } from '../../dialects/ai-sdk/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded model. */
export interface BoundModelOptions extends ServerHeldOptions, OverflowOptions {
  /** Hears every refusal of ours, also where the SDK hides it. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded model whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundModelOptions,
    Pick<RunOptions<AiSdkMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
