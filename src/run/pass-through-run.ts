import { randomUUID } from 'node:crypto'
import { captureHistory } from '../assembly/history.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import { boundedCall } from './bounded-call.ts'
import { dispatchThrough } from './dispatch-through.ts'
import type { Run } from './run.ts'
import { runIdOf } from './run-id.ts'
import type { RunOptions } from './run-options.ts'

/**
 * A run without compaction: a list goes by as the very array that came in, unmeasured and unheard. It keeps the contract
 * of a run all the same, so that hosts need no second path.
 */
export function passThroughRun<M>(options: Pick<RunOptions<M>, 'id'> = {}): Run<M> {
  const closing = new AbortController()
  const run: Run<M> = {
    id: runIdOf(options.id),
    isBounding: false,
    assemble: async (messages, { signal } = {}) => {
      if (closing.signal.aborted) throw new RunClosedError()
      signal?.throwIfAborted()
      const list = Array.isArray(messages) ? messages : (await captureHistory(messages)).messages
      return boundedCall({ id: randomUUID(), messages: list, diagnostics: undefined }, () => {}, signal)
    },
    dispatch: (messages, send, callOptions) =>
      dispatchThrough(run, closing.signal, messages, send, callOptions),
    child: (childOptions = {}) => passThroughRun<M>(childOptions),
    close: async () => closing.abort(new RunClosedError()),
    [Symbol.asyncDispose]: () => run.close(),
  }
  return run
}
