import type {
  AssemblyOutcome,
  AttemptFailure,
  CandidateOrigin,
  RejectionReason,
  Stage,
  TerminationReason,
} from './outcomes.ts'

/** An answer that is there, or is on its way. */
export type Awaitable<T> = T | PromiseLike<T>

/**
 * What a step made, sealed: it holds content that only the workbench can open. A step never changes what the workbench
 * has accepted; the transition that accepts the step adopts its draft.
 */
export interface Draft {
  readonly epoch: number
}

/** Whether the history is still the one that was captured, and if not, what changed: its version, or a lease. */
export type Staleness = 'none' | 'version' | 'lease'

/** What is known of a snapshot. */
export interface CapturedFacts {
  readonly draft: Draft
  /** With overhead, in the estimator's unit, as every size here. */
  readonly size: number
  /** The provider would take the list as it came in, or as it was repaired. */
  readonly intact: boolean
  /** Bodies that could be evicted. */
  readonly evictable: number
}

/** What is known of a list that a step made. */
export interface CandidateFacts {
  readonly draft: Draft
  readonly size: number
  /** Whether the step changed anything. */
  readonly changed: boolean
}

/** What a look at the history found. */
export interface RecheckedFacts {
  readonly staleness: Staleness
  /** Size of the newest snapshot. */
  readonly newestSize: number
}

/** What came of asking the reducer. */
export interface ProposedFacts extends RecheckedFacts {
  readonly draft: Draft
  readonly failure: AttemptFailure | null
}

/** What came of verifying a proposal. */
export interface VerifiedFacts {
  readonly draft: Draft
  readonly size: number
  /** Empty when the proposal is accepted. */
  readonly reasons: readonly RejectionReason[]
}

/** What the last look before the dispatch found. */
export interface ConfirmedFacts extends RecheckedFacts {
  /** Empty when the candidate passes the final verification. */
  readonly reasons: readonly RejectionReason[]
}

/**
 * What one assembly works on. It holds the content of one provider call, and gives the chart facts: numbers, outcomes
 * and sealed drafts. Its `toJSON` is a constant.
 */
export interface Workbench {
  captureSnapshot(epoch: number, signal: AbortSignal): Awaitable<CapturedFacts>
  evictBodies(epoch: number): Awaitable<CandidateFacts>
  elideResults(epoch: number): Awaitable<CandidateFacts>
  /** Leaves out again what an earlier call of the conversation left out, and verifies that as a proposal is. */
  replayReduction(epoch: number): Awaitable<VerifiedFacts>
  /** Asks the reducer. `last` is what the attempt before this one came to nothing for. */
  proposeReduction(
    epoch: number,
    attempt: number,
    last: AttemptRejection['reasons'],
    signal: AbortSignal,
  ): Awaitable<ProposedFacts>
  verifyProposal(epoch: number): Awaitable<VerifiedFacts>
  fallBack(epoch: number): Awaitable<CandidateFacts>
  relieveByElision(epoch: number): Awaitable<CandidateFacts>
  relieveByShrinking(epoch: number): Awaitable<CandidateFacts>
  recheckHistory(epoch: number, signal: AbortSignal): Awaitable<RecheckedFacts>
  confirmDispatch(epoch: number, signal: AbortSignal): Awaitable<ConfirmedFacts>
  /** Makes a draft the current state. Throws when the draft is of another epoch. */
  adopt(draft: Draft): void
  /** Takes a foreign error into safe keeping: it never enters the chart. */
  keep(error: unknown): void
}

/** A step of the ladder that is taken when the required content alone is too large. */
export type ReliefStep = 'elide' | 'shrinkRetention'

/** The numbers and options that one assembly is held to. */
export interface AssemblyBounds {
  readonly hardLimit: number
  /** Compaction begins above it: hard limit minus trigger margin. */
  readonly threshold: number
  readonly maximumAttempts: number
  readonly elidesResults: boolean
  /** The call has a memory of earlier reductions. */
  readonly replays: boolean
  readonly relief: readonly ReliefStep[]
  readonly refusesBrokenSequence: boolean
  readonly toleratesReducerFailure: boolean
}

/** What one assembly is started with. */
export interface AssemblyInput {
  readonly workbench: Workbench
  readonly bounds: AssemblyBounds
}

/** Why one attempt came to nothing. */
export interface AttemptRejection {
  readonly attempt: number
  readonly reasons: readonly (RejectionReason | AttemptFailure)[]
}

/** What an assembly ends with. Facts only: the list itself is in the workbench. */
export interface AssemblyResult {
  readonly outcome: AssemblyOutcome | 'aborted' | 'failed'
  readonly reason: TerminationReason | null
  readonly origin: CandidateOrigin
  readonly size: number
  readonly originalSize: number
  readonly attemptCount: number
  readonly restartCount: number
  readonly stages: readonly Stage[]
  readonly rejections: readonly AttemptRejection[]
}
