import { untilAborted } from '../artifacts/until-aborted.ts'
import { captureHistory } from '../assembly/history.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import { RunTotals } from '../observability/run-totals.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import { boundedCall } from './bounded-call.ts'
import { callSignal } from './call-signal.ts'
import { checkCallOptions } from './check-call-options.ts'
import { dispatchThrough } from './dispatch-through.ts'
import { persistRun } from './persist-run.ts'
import type { Run } from './run.ts'
import { checkId, idMaker, runIdOf } from './run-id.ts'
import type { ChildOptions, RunOptions } from './run-options.ts'
import { refuseWithoutWorkspace, stayInline } from './without-workspace.ts'

const nothing = new RunTotals('utf8Bytes').metrics()
const noLeases = { state: () => ({ delivered: [], sending: [] }) }
const untold = { leases: null, metrics: () => nothing, sequenceNumber: () => 0 }

/**
 * A run without compaction: a list goes by as the very array that came in, unmeasured and unheard. It keeps the contract
 * of a run all the same, so that hosts need no second path.
 */
export function passThroughRun<M>(
  options: Pick<RunOptions<M>, 'id' | 'onRefusal' | 'newId'> = {},
  onClosed: () => void = () => {},
): Run<M> {
  const closing = new AbortController()
  const newId = idMaker(options.newId)
  const children = new Set<Run<M>>()
  const run: Run<M> = {
    id: runIdOf(options.id, newId),
    isBounding: false,
    isObserving: false,
    assemble: async (messages, callOptions = {}) => {
      checkCallOptions(callOptions)
      const { signal, detach } = callSignal([callOptions.signal, closing.signal])
      try {
        signal.throwIfAborted()
        const list = Array.isArray(messages)
          ? messages
          : (await untilAborted(captureHistory(messages), signal)).messages
        return boundedCall({ id: newId(), messages: list, diagnostics: undefined }, detach, signal)
      } catch (error) {
        detach()
        if (PlimsollError.isInstance(error)) tellQuietly(() => options.onRefusal?.(error))
        throw error
      }
    },
    // There is no limit to lower: a list that the provider finds too long stays too long.
    dispatch: (messages, send, callOptions = {}) =>
      dispatchThrough({ run, closing: closing.signal }, messages, send, {
        ...callOptions,
        retryOnOverflow: () => false,
      }),
    child: (childOptions: ChildOptions<M> = {}) => {
      if (closing.signal.aborted) throw new RunClosedError()
      if (childOptions.agentId !== undefined) checkId('agentId', childOptions.agentId)
      const inherited = { newId, ...(options.onRefusal ? { onRefusal: options.onRefusal } : {}) }
      const child: Run<M> = passThroughRun<M>({ ...inherited, ...childOptions }, () => children.delete(child))
      children.add(child)
      return child
    },
    // A list that goes by untouched can't carry a body, so nothing is kept for one either.
    offload: async (text) => stayInline(text),
    rehydrate: async (reference, request = {}) => refuseWithoutWorkspace(reference, request),
    // There is nothing that a list which goes by untouched would go on from.
    persist: async () => {
      closing.signal.throwIfAborted()
      const counters = { callNumber: 0, limitFactor: 1 }
      return persistRun({ ...untold, id: run.id }, noLeases, [], counters)
    },
    metrics: () => nothing,
    close: async () => {
      if (closing.signal.aborted) return
      closing.abort(new RunClosedError())
      await Promise.all([...children].map((child) => child.close()))
      onClosed()
    },
    [Symbol.asyncDispose]: () => run.close(),
  }
  return run
}
