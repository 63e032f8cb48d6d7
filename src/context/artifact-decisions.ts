/** What became of a text. Only `offloaded` and `existingReference` leave a reference in its place. */
export type OffloadOutcome = 'inline' | 'offloaded' | 'existingReference' | 'failed' | 'recoveryRequired'

/** Why that became of it. */
export type OffloadReason =
  | 'belowThreshold'
  | 'recoverableSegmentBypass'
  | 'alreadyReference'
  | 'thresholdExceeded'
  | 'existingContentMatch'
  | 'noAuthorizedWorkspace'
  | 'workspaceReadFailed'
  | 'contentAddressMismatch'
  | 'workspaceWriteFailed'
  | 'cancelledAfterWrite'
  | 'checkpointFailed'
  | 'recordWriteFailed'

/** What came of a request to read an artifact back. Only `resolved` has a body. */
export type RehydrationOutcome = 'resolved' | 'stale' | 'missing' | 'unauthorized' | 'overBudget'

/** Why that came of it. */
export type RehydrationReason =
  | 'digestVerified'
  | 'digestMismatch'
  | 'notStored'
  | 'ownerMismatch'
  | 'noAuthorizedWorkspace'
  | 'budgetExceeded'
  | 'noRoom'
