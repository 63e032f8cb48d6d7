/** How an assembly ends that dispatches a list. */
export type SuccessOutcome = 'withinLimit' | 'reduced' | 'preservationFallback'
/** How an assembly ends that dispatches nothing. */
export type TerminationOutcome = 'irreducible' | 'concurrentMutationLimit'
/** How an assembly ends. A released literal keeps its meaning. */
export type AssemblyOutcome = SuccessOutcome | TerminationOutcome

/** Why a termination was decided, beside its outcome. */
export type TerminationReason =
  | 'requiredContentTooLarge'
  | 'invalidSequence'
  | 'concurrentMutation'
  | 'finalVerificationFailed'

/** What the candidate that stands before the last gate was made by. */
export type CandidateOrigin = 'asIs' | 'evicted' | 'elided' | 'replayed' | 'proposed' | 'fallback'

/** One executed step, in the order of execution, as the diagnostics list it. */
export type Stage =
  | 'snapshotCaptured'
  | 'recoverableBodyEviction'
  | 'resultElision'
  | 'reductionReplayed'
  | 'reducerAttempt'
  | 'restartedAfterMutation'
  | 'deterministicFallback'
  | 'reliefElision'
  | 'reliefShrinkRetention'

/** Why a proposal, or a candidate at the last gate, was not accepted. */
export type RejectionReason =
  | 'missingRequiredEntry'
  | 'requiredEntryOutOfOrder'
  | 'requiredEntryContentMismatch'
  | 'retainedEntryMutated'
  | 'retainedEntryReordered'
  | 'forgedStructuralEntry'
  | 'misplacedSummary'
  | 'orphanedToolCall'
  | 'orphanedToolResult'
  | 'duplicateToolCall'
  | 'duplicateToolResult'
  | 'reorderedExchange'
  | 'crossExchangeResult'
  | 'dialectRule'
  | 'lostReference'
  | 'notSmaller'
  | 'emptyProposal'

/** Why an attempt came to nothing without a proposal to judge. */
export type AttemptFailure = 'reducerFailed' | 'reducerTimedOut' | 'reducerInterrupted' | 'reducerRested'
