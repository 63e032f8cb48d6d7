import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { callSignal } from './call-signal.ts'
import type { Run, SendContext } from './run.ts'
import type { CallOptions } from './run-options.ts'
import { untilAborted } from './until-aborted.ts'

/** Assembles through a run, sends, and settles the call by how sending went. */
export async function dispatchThrough<M, R>(
  run: Pick<Run<M>, 'assemble'>,
  closing: AbortSignal,
  messages: readonly M[] | SnapshotSource<M>,
  send: (messages: readonly M[], context: SendContext) => PromiseLike<R> | R,
  options: CallOptions<M> = {},
): Promise<R> {
  const call = await run.assemble(messages, options)
  const { signal, detach } = callSignal([options.signal, closing])
  try {
    // The call may have been aborted since it was assembled, and has released itself then.
    signal.throwIfAborted()
    const answer = await untilAborted(send(call.messages, { signal }), signal)
    await call.commit()
    return answer
  } catch (error) {
    await call.release()
    throw error
  } finally {
    detach()
  }
}
