import { whenAborted } from '../run/abort-listeners.ts'
import type { BoundedCall } from '../run/bounded-call.ts'

/**
 * The same call, whose settling is waited for until the signal is aborted and no longer: shared leases may lie in a store
 * that never answers, and who aborts wants to go on. The settling itself goes on as well.
 */
export function untilAbandoned<M>(
  call: BoundedCall<M>,
  signal: AbortSignal | null | undefined,
): BoundedCall<M> {
  if (!signal) return call
  return {
    ...call,
    commit: (report) => orAborted(call.commit(report), signal),
    release: (report) => orAborted(call.release(report), signal),
  }
}

function orAborted(settling: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = whenAborted(signal, resolve)
    if (signal.aborted) resolve()
    settling.then(resolve, reject).finally(stop)
  })
}
