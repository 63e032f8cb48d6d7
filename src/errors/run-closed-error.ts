import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** A call was made on a run that is closed, or the run was closed while the call was being assembled. Nothing was sent. */
export class RunClosedError extends PlimsollError {
  static {
    nameError(RunClosedError, 'RunClosedError')
  }

  readonly code = 'runClosed'

  constructor() {
    super('The run is closed, so nothing was sent. Open a run per request and close it after its last call.')
  }

  static override isInstance(value: unknown): value is RunClosedError {
    return hasCode(value, 'runClosed')
  }
}
