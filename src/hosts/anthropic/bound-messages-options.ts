import type { AnthropicMessage } from '../../dialects/anthropic/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of bounded messages. */
export interface BoundMessagesOptions {
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
  /**
   * What to do with a request of a message thread, most of which the server holds: refuse it, or let it pass as it is,
   * unbounded and unmeasured. Default `'refuse'`.
   */
  readonly serverHeld?: 'refuse' | 'pass'
  /** Hears of each request that passed so. */
  readonly onServerHeld?: (context: { readonly found: ServerHeldKind }) => void
}

/** Options of bounded messages whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundMessagesOptions,
    Pick<RunOptions<AnthropicMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
