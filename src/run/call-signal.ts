import { whenAborted } from './abort-listeners.ts'

/** A signal for one call, aborted with the first of its sources, and cut loose from them when the call is over. */
export interface CallSignal {
  readonly signal: AbortSignal
  /** Stops listening to the sources: long-lived ones keep no trace of the call. */
  detach(): void
}

/**
 * Joins signals for the time of one call. `AbortSignal.any` keeps its dependents registered with long-lived sources, and
 * a run outlives a hundred thousand calls.
 */
export function callSignal(sources: readonly (AbortSignal | undefined)[]): CallSignal {
  const controller = new AbortController()
  const stops: (() => void)[] = []
  for (const source of sources) {
    if (!source) continue
    if (source.aborted) controller.abort(source.reason)
    else stops.push(whenAborted(source, () => controller.abort(source.reason)))
  }
  return {
    signal: controller.signal,
    detach: () => {
      for (const stop of stops) stop()
    },
  }
}
