import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import type { BoundedCall } from './bounded-call.ts'
import type { CallOptions, ChildOptions, DispatchOptions } from './run-options.ts'

/** What a host sends, and how its sending is told that it is over. */
export interface SendContext {
  /** Aborted when the call is, or when the run is closed. */
  readonly signal: AbortSignal
}

/** One outer run, from a user's request to the final answer. Open one per request, and close it after its last call. */
export interface Run<M> extends AsyncDisposable {
  readonly id: string
  /** Whether compaction is on. When it is off, lists go by untouched and unmeasured. */
  readonly isBounding: boolean
  /**
   * Assembles, sends and settles: commits when `send` resolves, releases when it fails. For answers that stream, use
   * `assemble` and commit when the stream has ended.
   *
   * @throws AssemblyTerminatedError when no list that is valid and within the limit can be made; `send` is not called
   * @throws the host's own error, by identity, when its reducer, source, classifier or `send` throws
   */
  dispatch<R, N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    send: (messages: readonly N[], context: SendContext) => PromiseLike<R> | R,
    options?: DispatchOptions<N>,
  ): Promise<R>
  /**
   * Assembles one provider call. The caller sends the list, and commits or releases the call.
   *
   * @throws as `dispatch`
   */
  assemble<N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    options?: CallOptions<N>,
  ): Promise<BoundedCall<N>>
  /** A run for a sub-agent: leases of its own, events in the same sequence. Closed with its parent. */
  child(options?: ChildOptions<M>): Run<M>
  /** Totals of the run, its parent and all their children up to now; sinks or not. */
  metrics(): RunMetrics
  /** Ends every open call with a RunClosedError, and releases what the others hold. Closing twice does nothing. */
  close(): Promise<void>
}
