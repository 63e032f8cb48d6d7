import { randomUUID } from 'node:crypto'
import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { andThen } from '../assembly/and-then.ts'
import { CallMemo } from '../assembly/call-memo.ts'
import { isInsideReducerOf } from '../assembly/reducer-scope.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { WorkbenchInput } from '../assembly/workbench-input.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { CompositionError } from '../errors/composition-error.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import { TrustBindingError } from '../errors/trust-binding-error.ts'
import type { LeaseCoordinator, LeaseKey } from '../leases/lease-coordinator.ts'
import type { RehydrationDiagnostics } from '../observability/artifact-diagnostics.ts'
import { nameAssembly } from '../observability/assembly-names.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { type Admission, concurrentAdmission, serialAdmission } from './admission.ts'
import type { OffloadedResult, OffloadRequest, RehydrateOptions } from './artifact-requests.ts'
import { type BoundedCall, boundedCall } from './bounded-call.ts'
import type { BoundingRunInput } from './bounding-run-input.ts'
import { boundsOf } from './bounds-of.ts'
import { CallLeases } from './call-leases.ts'
import { callProfile } from './call-profile.ts'
import { callSignal } from './call-signal.ts'
import { checkCallOptions } from './check-call-options.ts'
import { checkOverhead } from './check-overhead.ts'
import { type Conclusion, concludeAssembly } from './conclude-assembly.ts'
import { dispatchThrough, overflowFactor } from './dispatch-through.ts'
import { deliveredNumbers, LeaseBook } from './lease-book.ts'
import { persistRun } from './persist-run.ts'
import type { PersistedRun } from './persisted-run.ts'
import { noRest, reducerRest } from './reducer-rest.ts'
import { roomBytes } from './room-bytes.ts'
import type { Run, SendContext } from './run.ts'
import { RunActorHandle } from './run-actor.ts'
import { type Cancellable, RunArtifacts } from './run-artifacts.ts'
import { runAssembly } from './run-assembly.ts'
import type { CallOptions, ChildOptions, DispatchOptions } from './run-options.ts'
import { ensureTrust } from './trust-binding.ts'

/** What a call is held with; without diagnostics where observing it failed. */
type Held<M> = Omit<Conclusion<M>, 'diagnostics'> & Pick<BoundedCall<M>, 'diagnostics'>

/** A run that bounds its calls. It hands content to a workbench and facts to the charts, and settles what comes back. */
export class BoundingRun<M> implements Run<M> {
  readonly id: string
  readonly isBounding = true
  readonly isObserving: boolean
  readonly #input: BoundingRunInput<M>
  readonly #actor: RunActorHandle
  readonly #leases: LeaseCoordinator
  /** No other process has calls of this name. */
  readonly #owner = randomUUID()
  readonly #artifacts: RunArtifacts
  readonly #admission: Admission
  readonly #closing = new AbortController()
  readonly #open = new Set<{ release(): Promise<void> }>()
  readonly #children = new Set<Run<M>>()
  readonly #lasting: Pick<WorkbenchInput<M>, 'rest' | 'lastCall'>
  #limitFactor: number
  #closed: Promise<void> | undefined
  #callNumber: number

  constructor(input: BoundingRunInput<M>) {
    this.id = input.id
    this.isObserving = input.profile.mode === 'observe'
    this.#input = input
    const { delivered = [], callNumber = 0, limitFactor = 1 } = input.restored ?? {}
    this.#callNumber = callNumber
    this.#limitFactor = limitFactor
    const { deliveriesPerBody } = input.artifacts
    this.#actor = new RunActorHandle(deliveredNumbers(delivered), input.inspect, deliveriesPerBody)
    this.#leases = input.leases ?? new LeaseBook(() => this.#actor.leases, delivered)
    this.#artifacts = new RunArtifacts({
      settings: input.artifacts,
      leases: () => this.#leases,
      reporter: input.reporter,
      ensureOpen: () => {
        this.#closing.signal.throwIfAborted()
        ensureTrust(input.trustBinding, 'entry')
      },
      roomBytes: () => roomBytes(input.profile, this.#limitFactor),
    })
    const rest = input.profile.onReducerFailure === 'fallback' ? reducerRest() : noRest
    this.#lasting = { rest, lastCall: new CallMemo(this.#closing.signal) }
    this.#admission = input.admission === 'serial' ? serialAdmission() : concurrentAdmission
  }

  dispatch<R, N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    send: (messages: readonly N[], context: SendContext) => PromiseLike<R> | R,
    options: DispatchOptions<N> = {},
  ): Promise<R> {
    return dispatchThrough<N, R>({ run: this, closing: this.#closing.signal }, messages, send, options)
  }

  async assemble<N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    options: CallOptions<N> = {},
  ): Promise<BoundedCall<N>> {
    try {
      return await this.#assembleInTurn(messages, options)
    } catch (error) {
      if (PlimsollError.isInstance(error)) tellQuietly(() => this.#input.onRefusal?.(error))
      throw error
    }
  }

  child(options: ChildOptions<M> = {}): Run<M> {
    if (this.#closing.signal.aborted) throw new RunClosedError()
    const child: Run<M> = this.#input.openChild(this.#input, options, () => this.#children.delete(child))
    this.#children.add(child)
    return child
  }

  offload(text: string, request: OffloadRequest = {}): Promise<OffloadedResult> {
    return this.#untilClosed(request, (joined) => this.#artifacts.offload(text, joined))
  }

  rehydrate(reference: string, options: RehydrateOptions = {}): Promise<RehydrationDiagnostics> {
    return this.#untilClosed(options, (joined) => this.#artifacts.rehydrate(reference, joined))
  }

  async persist(): Promise<PersistedRun> {
    this.#closing.signal.throwIfAborted()
    const counters = { callNumber: this.#callNumber, limitFactor: this.#limitFactor }
    return persistRun(this.#input, this.#leases, this.#artifacts.pending(), counters)
  }

  metrics(): RunMetrics {
    return this.#input.metrics()
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Does something that ends with the signal of its request, or with the run. */
  async #untilClosed<R extends { readonly signal?: AbortSignal | undefined }, T>(
    request: R,
    work: (request: R & Cancellable) => Promise<T>,
  ): Promise<T> {
    const { signal, detach } = callSignal([request.signal, this.#closing.signal])
    try {
      return await work({ ...request, signal })
    } finally {
      detach()
    }
  }

  async #closeAll(): Promise<void> {
    // Closing aborts them, and they are open no more. What they release is waited for.
    const open = [...this.#open]
    this.#closing.abort(new RunClosedError())
    await Promise.all([...this.#children].map((child) => child.close()))
    await Promise.all(open.map((call) => call.release()))
    this.#artifacts.close()
    this.#actor.close()
    this.#input.onClosed()
  }

  async #assembleInTurn<N>(
    messages: readonly N[] | SnapshotSource<N>,
    options: CallOptions<N>,
  ): Promise<BoundedCall<N>> {
    const { profile, trustBinding } = this.#input
    if (isInsideReducerOf(this)) throw new CompositionError('reentrantCall')
    checkCallOptions(options)
    const overhead = checkOverhead(options.overhead ?? 0, profile)
    const { signal, detach } = callSignal([options.signal, this.#closing.signal])
    let leave: () => void = detach
    try {
      signal.throwIfAborted()
      const leaveQueue = await this.#admission.enter(signal)
      leave = () => {
        leaveQueue()
        detach()
      }
      ensureTrust(trustBinding, 'entry')
      return await this.#assembleNow(messages, { ...options, overhead }, signal, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  async #assembleNow<N>(
    messages: readonly N[] | SnapshotSource<N>,
    options: CallOptions<N> & { readonly overhead: number | readonly string[] },
    signal: AbortSignal,
    leave: () => void,
  ): Promise<BoundedCall<N>> {
    const { artifacts, trustBinding, reporter, memory } = this.#input
    const profile = callProfile(this.#input.profile, this.#limitFactor * (options.limitFactor ?? 1))
    const callNumber = this.#callNumber++
    const assemblyId = this.#input.newId()
    const leases = new CallLeases(this.#leases, `${this.#owner}:${callNumber}`, artifacts.deliveriesPerBody)
    const observes = profile.mode === 'observe'
    // Without a dialect of its own, a call's messages are of the run's shape: N is M then.
    const dialect = options.dialect ?? (this.#input.dialect as unknown as Dialect<N>)
    const workbench = new AssemblyWorkbench<N>({
      history: messages,
      dialect,
      profile,
      overhead: options.overhead,
      desk: leases,
      // What is observed only is sent as it came in: a body would never go out.
      bodies: () => (observes ? [] : this.#artifacts.bodies()),
      offload: this.#artifacts.desk(assemblyId, signal, !observes),
      ...this.#lasting,
      memory,
      run: this,
      callNumber,
      signal,
      onStarted: () =>
        reporter?.report({
          type: 'assembly.started',
          assemblyId,
          unit: profile.estimator.unit,
          hardLimit: profile.hardLimit,
          triggerThreshold: profile.threshold,
        }),
    })
    nameAssembly(workbench, assemblyId)
    checkOverhead(workbench.overhead, profile)
    try {
      const bounds = boundsOf(profile, memory !== null)
      const result = await runAssembly(this.#actor, workbench, bounds, messages, signal)
      const context = { assemblyId, profile, rules: dialect.rules, reporter, memory, trustBinding, signal }
      const conclusion = concludeAssembly(result, workbench, context)
      return this.#hold(assemblyId, conclusion, profile, leases, signal, leave)
    } catch (error) {
      void leases.release()
      // Who only observes must not fail a call; what ends one all the same is the caller's doing.
      if (profile.mode !== 'observe' || signal.aborted || TrustBindingError.isInstance(error)) throw error
      const list = workbench.openState()?.capture.messages ?? messages
      if (!Array.isArray(list)) throw error
      if (PlimsollError.isInstance(error)) tellQuietly(() => this.#input.onRefusal?.(error))
      const unobserved = { messages: [...list], diagnostics: undefined, forwarded: [] }
      return this.#hold(assemblyId, unobserved, profile, leases, signal, leave)
    }
  }

  #hold<N>(
    id: string,
    { messages, diagnostics, forwarded }: Held<N>,
    { estimator, mode, hardLimit }: CheckedProfile,
    leases: CallLeases,
    signal: AbortSignal,
    leave: () => void,
  ): BoundedCall<N> {
    const call = boundedCall(
      { id, messages: Object.freeze(messages), diagnostics },
      (how, { usage, overflow }) => {
        this.#open.delete(call)
        if (overflow) {
          // Calls that overlap are each found too long under the same limit: that lowers it once.
          const factor = (hardLimit / this.#input.profile.hardLimit) * overflowFactor
          this.#limitFactor = Math.min(this.#limitFactor, factor)
        }
        const settled = how === 'commit' ? this.#commit(leases, forwarded) : leases.release()
        // In observe mode something else was sent than what was measured.
        if (usage && diagnostics && mode === 'enforce') {
          tellQuietly(() =>
            estimator.observe?.({ estimated: diagnostics.finalSize, reported: usage.inputTokens }),
          )
        }
        leave()
        return settled
      },
      signal,
    )
    this.#open.add(call)
    return call
  }

  #commit(leases: CallLeases, forwarded: readonly LeaseKey[]): Awaitable<void> {
    return andThen(leases.commit(forwarded), () => this.#artifacts.forgetDelivered(forwarded))
  }
}
