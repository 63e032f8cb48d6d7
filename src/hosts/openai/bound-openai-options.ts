import type { OpenAIChatProvider } from '../../dialects/openai-chat/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { RunOptions } from '../../run/run-options.ts'
import type { ServerHeldContext } from './find-server-held.ts'

/** Options of a bounded client. */
export interface BoundOpenAIOptions {
  /** Whose sequence rules hold for Chat Completions. Default `'openai'`; name another where a base URL leads to one. */
  readonly provider?: OpenAIChatProvider
  /**
   * What to do with a request of which the server holds a part: refuse it, or let it pass as it is, unbounded and
   * unmeasured. Default `'refuse'`.
   */
  readonly serverHeld?: 'refuse' | 'pass'
  /** Hears of each request that passed so. */
  readonly onServerHeld?: (context: ServerHeldContext) => void
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded client whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundOpenAIOptions,
    Pick<RunOptions<unknown>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
