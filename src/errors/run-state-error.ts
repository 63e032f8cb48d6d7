import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** What is wrong with one field of a persisted run. */
export interface RunStateIssue {
  /** Path of the field, such as `delivered.0.count`; empty for the state as a whole. */
  readonly path: string
  /** What it must be. */
  readonly message: string
}

/** A state that `restoreRun` was given, and that `run.persist()` of a version known here did not make. */
export class RunStateError extends PlimsollError {
  static {
    nameError(RunStateError, 'RunStateError')
  }

  readonly code = 'runState'
  readonly issues: readonly RunStateIssue[]

  constructor(issues: readonly RunStateIssue[]) {
    const told = issues
      .map(({ path, message }) => `${path === '' ? 'the state' : path} ${message}`)
      .join('; ')
    super(`The run can't be restored: ${told}. Pass what run.persist() answered, as it was.`)
    this.issues = Object.freeze([...issues])
  }

  static override isInstance(value: unknown): value is RunStateError {
    return hasCode(value, 'runState')
  }
}
