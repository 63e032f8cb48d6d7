import { randomUUID } from 'node:crypto'
import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import { isInsideReducerOf } from '../assembly/reducer-scope.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { ReducerRest } from '../assembly/workbench-input.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { CompositionError } from '../errors/composition-error.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import { TrustBindingError } from '../errors/trust-binding-error.ts'
import type { ConversationMemory } from '../memory/conversation-memory.ts'
import { nameAssembly } from '../observability/assembly-names.ts'
import type { Reporter } from '../observability/reporter.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { type Admission, concurrentAdmission, serialAdmission } from './admission.ts'
import { type BoundedCall, boundedCall } from './bounded-call.ts'
import { boundsOf } from './bounds-of.ts'
import { callProfile } from './call-profile.ts'
import { callSignal } from './call-signal.ts'
import { checkCallOptions } from './check-call-options.ts'
import { checkOverhead } from './check-overhead.ts'
import { type Conclusion, concludeAssembly } from './conclude-assembly.ts'
import { dispatchThrough } from './dispatch-through.ts'
import { LeaseBook } from './lease-book.ts'
import { noRest, reducerRest } from './reducer-rest.ts'
import type { Run, SendContext } from './run.ts'
import { RunActorHandle, type RunActorInspector } from './run-actor.ts'
import type { CallOptions, ChildOptions, DispatchOptions } from './run-options.ts'
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
  readonly metrics: () => RunMetrics
  readonly onRefusal: ((error: PlimsollError) => void) | undefined
  readonly inspect: RunActorInspector | undefined
  readonly admission: 'concurrent' | 'serial'
  /** The conversation's; a child has none of its parent's. */
  readonly memory: ConversationMemory | null
  /** Opens a child of a run. Passed in, since opening checks options and knows this class. */
  readonly openChild: (parent: BoundingRunInput<M>, options: ChildOptions<M>, onClosed: () => void) => Run<M>
  /** Called when the run is closed. */
  readonly onClosed: () => void
}

/** What a call is held with; without diagnostics where observing it failed. */
type Held<M> = Omit<Conclusion<M>, 'diagnostics'> & Pick<BoundedCall<M>, 'diagnostics'>

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
  readonly #rest: ReducerRest
  #limitFactor = 1
  #closed: Promise<void> | undefined
  #callNumber = 0

  constructor(input: BoundingRunInput<M>) {
    this.id = input.id
    this.#input = input
    this.#actor = new RunActorHandle([], input.inspect)
    this.#leases = new LeaseBook(() => this.#actor.leases)
    this.#rest = input.profile.onReducerFailure === 'fallback' ? reducerRest() : noRest
    this.#admission = input.admission === 'serial' ? serialAdmission() : concurrentAdmission
  }

  dispatch<R, N = M>(
    messages: readonly N[] | SnapshotSource<N>,
    send: (messages: readonly N[], context: SendContext) => PromiseLike<R> | R,
    options: DispatchOptions<N> = {},
  ): Promise<R> {
    const lowerLimit = (factor: number): void => {
      this.#limitFactor *= factor
    }
    return dispatchThrough<N, R>(
      { run: this, closing: this.#closing.signal, lowerLimit },
      messages,
      send,
      options,
    )
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
    const { trustBinding, reporter, memory } = this.#input
    const profile = callProfile(this.#input.profile, this.#limitFactor * (options.limitFactor ?? 1))
    const callNumber = this.#callNumber++
    const assemblyId = randomUUID()
    // Without a dialect of its own, a call's messages are of the run's shape: N is M then.
    const dialect = options.dialect ?? (this.#input.dialect as unknown as Dialect<N>)
    const workbench = new AssemblyWorkbench<N>({
      history: messages,
      dialect,
      profile,
      overhead: options.overhead,
      desk: this.#leases.desk(callNumber),
      bodies: () => [],
      rest: this.#rest,
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
      const result = await this.#runAssembly(workbench, profile, messages, signal)
      const context = { assemblyId, profile, rules: dialect.rules, reporter, memory, trustBinding, signal }
      const conclusion = concludeAssembly(result, workbench, context)
      this.#leases.send(callNumber)
      return this.#hold(assemblyId, conclusion, profile, callNumber, signal, leave)
    } catch (error) {
      if (this.#actor.isOpen) this.#leases.release(callNumber)
      // Who only observes must not fail a call; what ends one all the same is the caller's doing.
      if (profile.mode !== 'observe' || signal.aborted || TrustBindingError.isInstance(error)) throw error
      const list = workbench.openState()?.capture.messages ?? messages
      if (!Array.isArray(list)) throw error
      if (PlimsollError.isInstance(error)) tellQuietly(() => this.#input.onRefusal?.(error))
      const unobserved = { messages: [...list], diagnostics: undefined, forwarded: [] }
      return this.#hold(assemblyId, unobserved, profile, callNumber, signal, leave)
    }
  }

  async #runAssembly<N>(
    workbench: AssemblyWorkbench<N>,
    profile: CheckedProfile,
    messages: readonly N[] | SnapshotSource<N>,
    signal: AbortSignal,
  ): Promise<AssemblyResult> {
    const assembly = this.#actor.request(workbench, boundsOf(profile, this.#input.memory !== null))
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
    id: string,
    { messages, diagnostics, forwarded }: Held<N>,
    { estimator, mode }: CheckedProfile,
    callNumber: number,
    signal: AbortSignal,
    leave: () => void,
  ): BoundedCall<N> {
    const call = boundedCall(
      { id, messages: Object.freeze(messages), diagnostics },
      (how, usage) => {
        this.#open.delete(call)
        if (this.#actor.isOpen) {
          if (how === 'commit') this.#leases.commit(callNumber, forwarded)
          else this.#leases.release(callNumber)
        }
        // In observe mode something else was sent than what was measured.
        if (usage && diagnostics && mode === 'enforce') {
          tellQuietly(() =>
            estimator.observe?.({ estimated: diagnostics.finalSize, reported: usage.inputTokens }),
          )
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
