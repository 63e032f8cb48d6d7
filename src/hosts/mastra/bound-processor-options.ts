import type { AiSdkMessage } from '../../dialects/ai-sdk/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded processor. */
export interface BoundProcessorOptions extends ServerHeldOptions {
  /** Hears every refusal of ours, also where nobody looks at the tripwire. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded processor whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundProcessorOptions,
    Pick<RunOptions<AiSdkMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
