import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** The reducer did not answer within `reducerTimeoutMs`. Its signal was aborted, and a late answer is ignored. */
export class ReducerTimeoutError extends PlimsollError {
  static {
    nameError(ReducerTimeoutError, 'ReducerTimeoutError')
  }

  readonly code = 'reducerTimeout'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(
      `The reducer did not answer within ${timeoutMs} ms. Raise reducerTimeoutMs, make the reducer heed its signal, or ` +
        "set onReducerFailure to 'fallback'.",
    )
    this.timeoutMs = timeoutMs
  }

  static override isInstance(value: unknown): value is ReducerTimeoutError {
    return hasCode(value, 'reducerTimeout')
  }
}
