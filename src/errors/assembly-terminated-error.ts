import type { TerminationOutcome, TerminationReason } from '../../machines/assembly/outcomes.ts'
import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

export interface Termination {
  readonly outcome: TerminationOutcome
  readonly reason: TerminationReason
  /** Size of the required content alone when it is too large, else of the newest snapshot; overhead included. */
  readonly finalSize: number
  readonly hardLimit: number
  readonly unit: string
  /** Joins the error to the `assembly.terminated` event, which carries the diagnostics. */
  readonly assemblyId: string
}

const explanations: Record<TerminationReason, (termination: Termination) => string> = {
  requiredContentTooLarge: ({ finalSize, hardLimit, unit }) =>
    `the content that must be kept measures ${finalSize} (${unit}) and the hard limit is ${hardLimit}. ` +
    "Raise the limit, lower recentMessageRetentionCount, send less beside the messages, or set relief; the event's " +
    'categories tell what is large',
  invalidSequence: ({ finalSize, unit }) =>
    `the list of ${finalSize} (${unit}) breaks a sequence rule of the provider and onBrokenSequence is 'terminate'. ` +
    "Mend the history, or set onBrokenSequence to 'repair' or 'pass'",
  concurrentMutation: ({ finalSize, unit }) =>
    `the history changed while it was assembled and no attempt was left; its newest size is ${finalSize} (${unit}). ` +
    'Call again when the history is quiet, or raise maximumCompactionAttempts',
  finalVerificationFailed: () =>
    'the assembled list did not pass the final verification. This is a fault of the dialect or of this library: ' +
    'please report it with the diagnostics of the event',
}

/**
 * Nothing was sent, because no list that is valid and within the hard limit could be made. Thrown to the host in place of
 * a dispatch. It carries no diagnostics: `assemblyId` joins it to the event that does.
 */
export class AssemblyTerminatedError extends PlimsollError {
  static {
    nameError(AssemblyTerminatedError, 'AssemblyTerminatedError')
  }

  readonly code = 'assemblyTerminated'
  readonly outcome: TerminationOutcome
  readonly reason: TerminationReason
  readonly finalSize: number
  readonly hardLimit: number
  readonly unit: string
  readonly assemblyId: string

  constructor(termination: Termination) {
    super(`Nothing was sent (${termination.outcome}): ${explanations[termination.reason](termination)}.`)
    this.outcome = termination.outcome
    this.reason = termination.reason
    this.finalSize = termination.finalSize
    this.hardLimit = termination.hardLimit
    this.unit = termination.unit
    this.assemblyId = termination.assemblyId
  }

  static override isInstance(value: unknown): value is AssemblyTerminatedError {
    return hasCode(value, 'assemblyTerminated')
  }
}
