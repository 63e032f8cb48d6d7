import { type Actor, createActor, type InspectionEvent, type Observer } from 'xstate'
import type { AssemblyBounds, AssemblyResult, Workbench } from '../../machines/assembly/assembly.ports.ts'
import type { LeasesActor } from '../../machines/leases/leases.machine.ts'
import { runMachine } from '../../machines/run/run.machine.ts'
import { InternalError } from '../errors/internal-error.ts'
import { RunClosedError } from '../errors/run-closed-error.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'

/** What XState tells of the run's actors. */
export type RunActorFrame = InspectionEvent

/** XState's own `inspect` option: a callback or an observer. */
export type RunActorInspector = ((event: RunActorFrame) => void) | Observer<RunActorFrame>

/** One assembly that was asked of the run actor. */
export interface RequestedAssembly {
  readonly result: Promise<AssemblyResult>
  /** Ends the assembly at once; `result` rejects with the reason. */
  cancel(reason: unknown): void
  /** Tells the assembly that the history changed. */
  tellHistoryChanged(): void
}

interface Waiting {
  resolve(result: AssemblyResult): void
  reject(reason: unknown): void
}

/**
 * The run's actor, from outside: asks it for assemblies and hands their results to whoever waits. Slots are used again,
 * since every actor id that XState ever sees stays in its caches.
 */
export class RunActorHandle {
  readonly #actor: Actor<typeof runMachine>
  readonly #waiting = new Map<string, Waiting>()
  readonly #freeSlots: string[] = []
  #slotCount = 0

  constructor(delivered: readonly number[], inspect: RunActorInspector | undefined, deliveriesPerBody = 1) {
    this.#actor = createActor(runMachine, {
      input: { delivered, deliveriesPerBody },
      ...(inspect ? { inspect: guarded(inspect) } : {}),
    })
    this.#actor.on('call.settled', ({ slot, result }) => this.#settle(slot, ({ resolve }) => resolve(result)))
    this.#actor.on('call.crashed', ({ slot }) =>
      this.#settle(slot, ({ reject }) => reject(new InternalError('an assembly ends in a final state'))),
    )
    this.#actor.subscribe({
      error: (error) =>
        this.#rejectAll(new InternalError('the run survives its assemblies', { cause: error })),
      complete: () => this.#rejectAll(new RunClosedError()),
    })
    this.#actor.start()
  }

  get isOpen(): boolean {
    return this.#actor.getSnapshot().status === 'active'
  }

  get leases(): LeasesActor {
    const leases = this.#actor.getSnapshot().children['leases']
    if (!leases || !this.isOpen) throw new RunClosedError()
    return leases as LeasesActor // the run invokes it under this id
  }

  request(workbench: Workbench, bounds: AssemblyBounds): RequestedAssembly {
    if (!this.isOpen) throw new RunClosedError()
    const slot = this.#freeSlots.pop() ?? `assembly:${this.#slotCount++}`
    let waiting: Waiting | undefined
    const result = new Promise<AssemblyResult>((resolve, reject) => {
      waiting = { resolve, reject }
      this.#waiting.set(slot, waiting)
    })
    // Who asked may fail before it waits, and then nobody does.
    result.catch(() => {})
    this.#actor.send({ type: 'call.requested', slot, workbench, bounds })
    const isWaiting = (): boolean => this.#waiting.get(slot) === waiting
    return {
      result,
      cancel: (reason) => {
        waiting?.reject(reason)
        if (isWaiting() && this.isOpen) this.#actor.send({ type: 'call.cancelled', slot })
      },
      tellHistoryChanged: () => {
        if (isWaiting() && this.isOpen) this.#actor.send({ type: 'history.changed', slot })
      },
    }
  }

  close(): void {
    if (this.isOpen) this.#actor.send({ type: 'run.close' })
  }

  #settle(slot: string, answer: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(slot)
    this.#waiting.delete(slot)
    this.#freeSlots.push(slot)
    if (waiting) answer(waiting)
  }

  #rejectAll(reason: unknown): void {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of all) reject(reason)
  }
}

// An inspector that throws would wedge the mailbox of the actor that it looks at.
function guarded(inspect: RunActorInspector): (event: InspectionEvent) => void {
  return (event) =>
    tellQuietly(() => (typeof inspect === 'function' ? inspect(event) : inspect.next?.(event)))
}
