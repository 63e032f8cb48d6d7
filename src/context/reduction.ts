import type { AttemptFailure, RejectionReason } from '../../machines/assembly/outcomes.ts'
import type { CandidateUnit } from './candidate-units.ts'
import type { EntryIndex, Plan, UnitIndex } from './plan.ts'
import type { TurnRules } from './turn-rules.ts'

/** One unit of the list that a reducer is asked to bring down: a message, or an exchange with all its results. */
export interface ReductionUnit extends CandidateUnit {
  readonly index: UnitIndex
  /** Indexes of its messages in `messages`. They need not be adjacent. */
  readonly entries: readonly EntryIndex[]
}

/** What a reducer is asked. */
export interface ReductionRequest<M> {
  readonly units: readonly ReductionUnit[]
  /** Size to reach, without what the request carries beside the messages; in `unit`. */
  readonly targetSize: number
  /** Size now, measured alike. */
  readonly currentSize: number
  /** The estimator's unit, such as `utf8Bytes`. */
  readonly unit: string
  /** 1 for the first attempt of an assembly. */
  readonly attempt: number
  /** Why the attempt before this one came to nothing; empty for the first. */
  readonly rejections: readonly (RejectionReason | AttemptFailure)[]
  /** Turn rules of the provider that will read the list: a plan that breaks them is rejected. */
  readonly turnRules: TurnRules
  /** Aborted when the call is, when the history changes, and when the time is up. */
  readonly signal: AbortSignal
  /** Copies of the messages, made when first read. Editing them changes nothing. */
  readonly messages: readonly M[]
  /** The text of a unit, everything in it that is text, a line each. */
  text(unit: UnitIndex): string
  /** What was said in a unit and by whom, fit to be shown to a model: no system message, reasoning, file or id. */
  transcript(unit: UnitIndex): readonly SpokenText[]
}

/** A text of a unit, with who speaks. */
export interface SpokenText {
  readonly speaker: 'user' | 'assistant' | 'call' | 'result'
  readonly text: string
}

/**
 * The host's adviser: proposes what to leave out, as a plan over the request's units or as a list of messages. Whatever
 * it answers is verified before it counts; it never decides. May be asynchronous, and should heed the signal.
 */
export type Reducer<M = unknown> = (
  request: ReductionRequest<M>,
) => Plan | readonly M[] | PromiseLike<Plan | readonly M[]>
