import type { PiMessage } from '../../dialects/pi/index.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Options of a bounded stream function. */
export interface BoundStreamOptions {
  /** Hears every refusal of ours. A listener of the run hears them as well. */
  readonly onRefusal?: (error: PlimsollError) => void
}

/** Options of a bounded context. */
export interface BoundContextOptions extends BoundStreamOptions {
  /**
   * What the agent sends beside the messages, which can't be seen from there: a size in the profile's unit, or the texts
   * (system prompt, tool definitions) for the estimator to measure. Default 0.
   */
  readonly overhead?: number | readonly string[]
  /** The model's `api`, such as `google-generative-ai`: whose sequence rules apply. */
  readonly api?: string
}

/** Options of what is bounded with runs of its own. */
export type OwnRunOptions<O> = O &
  Pick<RunOptions<PiMessage>, 'identity' | 'trustBinding' | 'report' | 'inspect'>
