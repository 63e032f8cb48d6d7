import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** When the binding was found lost: before assembly began, or between assembly and dispatch. */
export type TrustCheckpoint = 'entry' | 'dispatch'

/** The host says that owner, session or workspace are no longer those that the run was opened for. Nothing was sent. */
export class TrustBindingError extends PlimsollError {
  static {
    nameError(TrustBindingError, 'TrustBindingError')
  }

  readonly code = 'trustBinding'
  readonly checkpoint: TrustCheckpoint

  constructor(checkpoint: TrustCheckpoint) {
    super(
      `The trust binding is no longer current (found at ${checkpoint}). Nothing was sent. Open a new run for the current ` +
        'owner and session.',
    )
    this.checkpoint = checkpoint
  }

  static override isInstance(value: unknown): value is TrustBindingError {
    return hasCode(value, 'trustBinding')
  }
}
