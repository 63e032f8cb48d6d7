import { untilAborted } from '../artifacts/until-aborted.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { callSignal } from './call-signal.ts'
import type { Run, SendContext } from './run.ts'
import type { DispatchOptions } from './run-options.ts'

/** What a dispatch needs of its run. */
export interface DispatchingRun<M> {
  readonly run: Pick<Run<M>, 'assemble'>
  readonly closing: AbortSignal
}

/** How much of the limit is left after the provider found a list too long. */
export const overflowFactor = 0.75

/**
 * Assembles through a run, sends, and settles the call by how sending went. A list that the provider finds too long is
 * assembled once more under a lower limit, if the caller can tell.
 */
export async function dispatchThrough<M, R>(
  { run, closing }: DispatchingRun<M>,
  messages: readonly M[] | SnapshotSource<M>,
  send: (messages: readonly M[], context: SendContext) => PromiseLike<R> | R,
  options: DispatchOptions<M> = {},
): Promise<R> {
  for (let mayRetry = true; ; mayRetry = false) {
    const call = await run.assemble(messages, options)
    const { signal, detach } = callSignal([options.signal, closing])
    try {
      // The call may have been aborted since it was assembled, and has released itself then.
      signal.throwIfAborted()
      const answer = await untilAborted(send(call.messages, { signal }), signal)
      await untilAborted(call.commit(), signal)
      return answer
    } catch (error) {
      let overflow = false
      try {
        overflow = !signal.aborted && options.retryOnOverflow?.(error) === true
      } finally {
        // It never fails; who aborts does not wait for it.
        await untilAborted(call.release({ overflow }), signal).catch(() => {})
      }
      if (!overflow || !mayRetry) throw error
    } finally {
      detach()
    }
  }
}
