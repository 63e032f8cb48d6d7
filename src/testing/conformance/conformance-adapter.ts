import type { Dialect } from '../../dialects/dialect.ts'
import type { Run } from '../../run/run.ts'
import type { PlainMessage } from '../plain-message.ts'
import type { ConformanceBehaviour } from './behaviours.ts'
import type { ScriptedModel } from './scripted-model.ts'

/** How a call is answered: at once, or in pieces. */
export type CallMode = 'generate' | 'stream'

/** One host as the suite sees it: how it writes messages, and how its seam is put in front of a model. */
export interface ConformanceAdapter<M> {
  /** Names the host in the titles of tests. */
  readonly name: string
  /** The shape of the host's messages. */
  readonly dialect: Dialect<M>
  /** Plain messages as the host writes them. */
  messagesOf(messages: readonly PlainMessage[]): readonly M[]
  /** Puts the seam, bound to this run, in front of this model, which stands where the provider would. */
  connect(setup: ConformanceSetup<M>): ConformanceSeam<M>
  /** Milliseconds that a call may take whose model answers at once. Default 5,000. */
  readonly patienceMs?: number
  /** Behaviours that the host can't have, with the reason. The suite proves that they are missing. */
  readonly unsupported?: Readonly<Partial<Record<ConformanceBehaviour, string>>>
}

/** What a seam is put between. */
export interface ConformanceSetup<M> {
  readonly run: Run<unknown>
  readonly model: ScriptedModel<M>
}

/** The host with its seam in place. */
export interface ConformanceSeam<M> {
  /**
   * Makes one provider call through the seam, and waits for its whole answer. Rejects as the host does. The list is the
   * very array that the test may change while the call is being made.
   */
  call(messages: readonly M[], options: CallOptionsOfSeam): Promise<unknown>
  /** Begins a streamed call, and gives it up after the first piece. Left out where a host does not stream. */
  breakOff?(messages: readonly M[]): Promise<void>
  /** Binds what is bound already. Left out where a host has no way to. */
  bindAgain?(): unknown
}

/** What the suite asks of one call. */
export interface CallOptionsOfSeam {
  readonly mode: CallMode
  readonly signal: AbortSignal
}
