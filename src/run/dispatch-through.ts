import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { callSignal } from './call-signal.ts'
import type { Run, SendContext } from './run.ts'
import type { CallOptions } from './run-options.ts'

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

// On abort the call settles at once, whatever the sending does; what it answers late is ignored.
function untilAborted<R>(sending: PromiseLike<R> | R, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    const done = (): void => signal.removeEventListener('abort', abort)
    Promise.resolve(sending).then(
      (answer) => {
        done()
        resolve(answer)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}
