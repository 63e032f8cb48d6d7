import type { AttemptFailure } from '../../machines/assembly/outcomes.ts'
import { ReducerTimeoutError } from '../errors/reducer-timeout-error.ts'

/** A reducer's answer, or what it failed with. */
export type ReducerAnswer =
  | { readonly value: unknown; readonly failure?: undefined }
  | { readonly failure: AttemptFailure; readonly error: unknown }

/**
 * Calls a reducer, and waits for it as long as it may take. It is never waited for after its time is up or after the
 * signal is aborted, whether it heeds its own signal or not; what it answers then is ignored.
 */
export function askReducer(
  call: (signal: AbortSignal) => unknown,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ReducerAnswer> {
  const controller = new AbortController()
  return new Promise((resolve) => {
    const settle = (answer: ReducerAnswer): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      resolve(answer)
    }
    const interrupt = (): void => {
      controller.abort(signal.reason)
      settle({ failure: 'reducerInterrupted', error: signal.reason })
    }
    const timer = setTimeout(() => {
      const error = new ReducerTimeoutError(timeoutMs)
      controller.abort(error)
      settle({ failure: 'reducerTimedOut', error })
    }, timeoutMs)
    signal.addEventListener('abort', interrupt, { once: true })
    if (signal.aborted) {
      interrupt()
      return
    }
    // An async function turns a throw, a rejection and a hostile thenable alike into a rejection.
    const answer = (async () => call(controller.signal))()
    answer.then(
      (value) => settle({ value }),
      (error: unknown) => settle({ failure: 'reducerFailed', error }),
    )
  })
}
