import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** What kept leases from being held. */
export type LeaseProblem = 'unavailable' | 'lost' | 'blankKey'

const explanations: Record<LeaseProblem, string> = {
  unavailable:
    'the store of the leases did not answer, so it is not known whether they were written. Try again when it is ' +
    'back; causeOf(error) holds what was thrown',
  lost:
    'they expired while the list was being made, and another call may have the bodies now. Send the call again; where ' +
    'this happens often, raise reservedTtlMs',
  blankKey: 'a body without a key was asked for. Name it by its digest',
}

/** What leases came to nothing for. Nothing was sent: a body is rather withheld than sent twice. */
export class LeaseError extends PlimsollError {
  static {
    nameError(LeaseError, 'LeaseError')
  }

  readonly code = 'lease'
  readonly problem: LeaseProblem

  constructor(problem: LeaseProblem, options: { readonly cause?: unknown } = {}) {
    super(`Leases can't be held (${problem}): ${explanations[problem]}.`, options)
    this.problem = problem
  }

  static override isInstance(value: unknown): value is LeaseError {
    return hasCode(value, 'lease')
  }
}
