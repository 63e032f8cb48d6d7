import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** What is wrong with one option. */
export interface ProfileIssue {
  /** Path of the option, such as `hybridProfile.triggerMarginBytes`. */
  readonly path: string
  /** What it must be, and what to do. Numbers are named, other values by their type. */
  readonly message: string
}

/** Options that are missing, out of range, of the wrong unit, or that leave no room. Thrown when they are given. */
export class ProfileError extends PlimsollError {
  static {
    nameError(ProfileError, 'ProfileError')
  }

  readonly code = 'profile'
  readonly issues: readonly ProfileIssue[]

  constructor(issues: readonly ProfileIssue[]) {
    super(`Options refused: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`)
    this.issues = Object.freeze([...issues])
  }

  static override isInstance(value: unknown): value is ProfileError {
    return hasCode(value, 'profile')
  }
}
