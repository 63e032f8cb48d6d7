import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** An invariant of this library did not hold. The call failed closed: nothing was sent. */
export class InternalError extends PlimsollError {
  static {
    nameError(InternalError, 'InternalError')
  }

  readonly code = 'internal'

  constructor(invariant: string, options: { readonly cause?: unknown } = {}) {
    super(
      `An invariant of plimsoll did not hold (${invariant}); nothing was sent. Please report this.`,
      options,
    )
  }

  static override isInstance(value: unknown): value is InternalError {
    return hasCode(value, 'internal')
  }
}
