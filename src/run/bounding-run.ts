import { randomUUID } from 'node:crypto'
import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyOutcome, TerminationOutcome } from '../../machines/assembly/outcomes.ts'
import { describeAssembly } from '../assembly/describe-assembly.ts'
import { isInsideReducerOf } from '../assembly/reducer-scope.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { AssemblyTerminatedError } from '../errors/assembly-terminated-error.ts'
import { CompositionError } from '../errors/composition-error.ts'
import { InternalError } from '../errors/internal-error.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import type { Reporter } from '../observability/reporter.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { type Admission, concurrentAdmission, serialAdmission } from './admission.ts'
import { type BoundedCall, boundedCall } from './bounded-call.ts'
import { boundsOf } from './bounds-of.ts'
import { callSignal } from './call-signal.ts'
import { checkCallOptions } from './check-call-options.ts'
import { checkOverhead } from './check-overhead.ts'
import { dispatchThrough } from './dispatch-through.ts'
import { LeaseBook } from './lease-book.ts'
import type { Run, SendContext } from './run.ts'
import { RunActorHandle, type RunActorInspector } from './run-actor.ts'
import type { CallOptions, ChildOptions } from './run-options.ts'
import { ensureTrust, type TrustBinding } from './trust-binding.ts'

/** What a run is opened with, checked. */
export interface BoundingRunInput<M> {
  readonly id: string
  readonly agentId: string | null
  readonly depth: number
  readonly profile: CheckedProfile
  readonly dialect: Dialect<M>
  readonly trustBinding: TrustBinding | undefined
  readonly reporter: Reporter | null
  readonly onRefusal: ((error: PlimsollError) => void) | undefined
  readonly inspect: RunActorInspector | undefined
  readonly admission: 'concurrent' | 'serial'
  /** Opens a child of a run. Passed in, since opening checks options and knows this class. */
  readonly openChild: (parent: BoundingRunInput<M>, options: ChildOptions<M>, onClosed: () => void) => Run<M>
  /** Called when the run is closed. */
  readonly onClosed: () => void
}

/** A run that bounds its calls. It hands content to a workbench and facts to the charts, and settles what comes back. */
export class BoundingRun<M> implements Run<M> {
  readonly id: string
  readonly isBounding = true
  readonly #input: BoundingRunInput<M>
  readonly #actor: RunActorHandle
  readonly #leases: LeaseBook
  readonly #admission: Admission
  readonly #closing = new AbortController()
  readonly #open = new Set<{ release(): Promise<void> }>()
  readonly #children = new Set<Run<M>>()
  #closed: Promise<void> | undefined
  #callNumber = 0

  constructor(input: BoundingRunInput<M>) {
    this.id = input.id
    this.#input = input
    this.#actor = new RunActorHandle([], input.inspect)
    this.#leases = new LeaseBook(() => this.#actor.leases)
    this.#admission = input.admission === 'serial' ? serialAdmission() : concurrentAdmission
  }

  dispatch<R, N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    send: (messages: readonly N[], context: SendContext) => PromiseLike<R> | R,
    options: CallOptions<N> = {},
  ): Promise<R> {
    return dispatchThrough<N, R>(this, this.#closing.signal, messages, send, options)
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

  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #closeAll(): Promise<void> {
    this.#closing.abort(new RunClosedError())
    await Promise.all([...this.#children].map((child) => child.close()))
    await Promise.all([...this.#open].map((call) => call.release()))
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
    const { profile, trustBinding, reporter } = this.#input
    const callNumber = this.#callNumber++
    const id = randomUUID()
    // Without a dialect of its own, a call's messages are of the run's shape: N is M then.
    const dialect = options.dialect ?? (this.#input.dialect as unknown as Dialect<N>)
    const workbench = new AssemblyWorkbench<N>({
      history: messages,
      dialect,
      profile,
      overhead: options.overhead,
      desk: this.#leases.desk(callNumber),
      bodies: () => [],
      run: this,
      callNumber,
      signal,
      onStarted: () =>
        reporter?.report({
          type: 'assembly.started',
          assemblyId: id,
          unit: profile.estimator.unit,
          hardLimit: profile.hardLimit,
          triggerThreshold: profile.threshold,
        }),
    })
    checkOverhead(workbench.overhead, profile)
    const release = (): void => {
      if (this.#actor.isOpen) this.#leases.release(callNumber)
    }
    try {
      const result = await this.#runAssembly(workbench, messages, signal)
      signal.throwIfAborted()
      const state = workbench.openState()
      if (!isDecided(result)) {
        const kept = workbench.openKept()
        throw kept ? kept.error : new InternalError('a failed assembly keeps its error')
      }
      if (!state) throw new InternalError('a decided assembly has a snapshot')
      const described = { state, newest: workbench.openNewest(), overhead: workbench.overhead }
      const diagnostics = describeAssembly(result, described, profile, dialect.rules)
      if (isTermination(result.outcome)) {
        reporter?.report({ type: 'assembly.terminated', assemblyId: id, diagnostics })
        throw new AssemblyTerminatedError({
          outcome: result.outcome,
          reason: result.reason ?? 'finalVerificationFailed',
          finalSize: result.size,
          hardLimit: profile.hardLimit,
          unit: profile.estimator.unit,
          assemblyId: id,
        })
      }
      reporter?.report({ type: 'assembly.completed', assemblyId: id, diagnostics })
      // Sinks and bindings are the host's: what was just told may have aborted the call or closed the run.
      ensureTrust(trustBinding, 'dispatch')
      signal.throwIfAborted()
      reporter?.report({ type: 'assembly.composed', assemblyId: id, diagnostics })
      signal.throwIfAborted()
      this.#leases.send(callNumber)
      const forwarded = state.candidate.flatMap(({ body }) => (body ? [body.digest] : []))
      const list = Object.freeze(state.candidate.map(({ message }) => message))
      return this.#hold({ id, messages: list, diagnostics }, callNumber, forwarded, signal, leave)
    } catch (error) {
      release()
      throw error
    }
  }

  async #runAssembly<N>(
    workbench: AssemblyWorkbench<N>,
    messages: readonly N[] | SnapshotSource<N>,
    signal: AbortSignal,
  ): Promise<AssemblyResult> {
    const assembly = this.#actor.request(workbench, boundsOf(this.#input.profile))
    const abort = (): void => assembly.cancel(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    // The request ran as far as it could: a source or a reducer may have aborted the call before it was listened to.
    if (signal.aborted) abort()
    let unsubscribe: (() => void) | undefined
    try {
      unsubscribe = subscribeTo(messages, assembly.tellHistoryChanged)
      return await assembly.result
    } catch (error) {
      assembly.cancel(error)
      throw error
    } finally {
      unsubscribe?.()
      signal.removeEventListener('abort', abort)
    }
  }

  #hold<N>(
    facts: Pick<BoundedCall<N>, 'id' | 'messages' | 'diagnostics'>,
    callNumber: number,
    forwarded: readonly string[],
    signal: AbortSignal,
    leave: () => void,
  ): BoundedCall<N> {
    const call = boundedCall(
      facts,
      (how) => {
        this.#open.delete(call)
        if (this.#actor.isOpen) {
          if (how === 'commit') this.#leases.commit(callNumber, forwarded)
          else this.#leases.release(callNumber)
        }
        leave()
      },
      signal,
    )
    this.#open.add(call)
    return call
  }
}

// What is no source at all is refused by the capture.
function subscribeTo<N>(
  messages: readonly N[] | SnapshotSource<N>,
  listener: () => void,
): (() => void) | undefined {
  if (typeof messages !== 'object' || messages === null || !('subscribe' in messages)) return undefined
  return messages.subscribe?.(listener)
}

function isDecided(result: AssemblyResult): result is AssemblyResult & { readonly outcome: AssemblyOutcome } {
  return result.outcome !== 'aborted' && result.outcome !== 'failed'
}

function isTermination(outcome: AssemblyOutcome): outcome is TerminationOutcome {
  return outcome === 'irreducible' || outcome === 'concurrentMutationLimit'
}
