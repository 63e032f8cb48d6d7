import type { AnthropicMessage } from '../../dialects/anthropic/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of bounded messages. */
export interface BoundMessagesOptions extends ServerHeldOptions, OverflowOptions {
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of bounded messages whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundMessagesOptions,
    Pick<RunOptions<AnthropicMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
