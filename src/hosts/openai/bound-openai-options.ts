import type { OpenAIChatProvider } from '../../dialects/openai-chat/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded client. */
export interface BoundOpenAIOptions extends ServerHeldOptions {
  /** Whose sequence rules hold for Chat Completions. Default `'openai'`; name another where a base URL leads to one. */
  readonly provider?: OpenAIChatProvider
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
  /**
   * Whether a request that the provider finds too long is assembled once more, under three quarters of the limit, and sent
   * again; a run of the caller's keeps the lower limit. Default false.
   */
  readonly retryOnOverflow?: boolean
}

/** Options of a bounded client whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundOpenAIOptions,
    Pick<RunOptions<unknown>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
