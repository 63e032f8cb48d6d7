import type { OpenAIChatProvider } from '../../dialects/openai-chat/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ServerHeldOptions } from '../../run/admit-server-held.ts'
import type { OverflowOptions } from '../../run/overflow-options.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded client. */
export interface BoundOpenAIOptions extends ServerHeldOptions, OverflowOptions {
  /** Whose sequence rules hold for Chat Completions. Default `'openai'`; name another where a base URL leads to one. */
  readonly provider?: OpenAIChatProvider
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded client whose calls get runs of their own. */
export interface OwnRunOptions
  extends BoundOpenAIOptions,
    Pick<RunOptions<unknown>, 'identity' | 'trustBinding' | 'report' | 'inspect'> {}
