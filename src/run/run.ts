import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import type { RehydrationDiagnostics } from '../observability/artifact-diagnostics.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import type { OffloadedResult, OffloadRequest, RehydrateOptions } from './artifact-requests.ts'
import type { BoundedCall } from './bounded-call.ts'
import type { PersistedRun } from './persisted-run.ts'
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
  /** Whether it only observes (`mode: 'observe'`): lists go by untouched, measured and reported. */
  readonly isObserving: boolean
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
  /**
   * Decides whether a tool result goes into the history as it is, or is kept in the workspace and leaves an envelope with a
   * reference in its place. Call it where the tool's result is made. A run without a workspace hands every text back.
   *
   * @throws the signal's reason when it is aborted before anything is written
   * @throws TrustBindingError when the binding is lost
   */
  offload(text: string, request?: OffloadRequest): Promise<OffloadedResult>
  /**
   * Asks for an artifact to be read back, by its reference or its envelope. The answer tells what was decided and never
   * holds the body: that rides in the place of its reference in the next call that is answered, and in no history. Binding,
   * owner, size and room are checked before the body is read.
   *
   * @throws ArtifactError for what is no reference or no range, and when the workspace can't be read
   * @throws the signal's reason when it is aborted
   * @throws TrustBindingError when the binding is lost
   */
  rehydrate(reference: string, options?: RehydrateOptions): Promise<RehydrationDiagnostics>
  /** A run for a sub-agent: leases of its own, events in the same sequence. Closed with its parent. */
  child(options?: ChildOptions<M>): Run<M>
  /**
   * What `plimsoll.restoreRun` makes the run of again, in another process or later: JSON without content. Bodies that wait
   * are named in it, and stay in the workspace. Children are not part of it.
   *
   * @throws RunClosedError when the run is closed
   * @throws LeaseError when its shared leases are out of reach
   */
  persist(): Promise<PersistedRun>
  /** Totals of the run, its parent and all their children up to now; sinks or not. */
  metrics(): RunMetrics
  /** Ends every open call with a RunClosedError, and releases what the others hold. Closing twice does nothing. */
  close(): Promise<void>
}
