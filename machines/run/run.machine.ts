import { type ActorRefFrom, assign, emit, enqueueActions, setup, stopChild } from 'xstate'
import { assemblyMachine } from '../assembly/assembly.machine.ts'
import type { AssemblyBounds, AssemblyResult, Workbench } from '../assembly/assembly.ports.ts'
import type { LeasesInput } from '../leases/lease-ledger.ts'
import { leasesMachine } from '../leases/leases.machine.ts'

/** What a run is started with. */
export interface RunInput extends LeasesInput {}

/** What a run knows: numbers, and slots. */
export interface RunContext extends RunInput {
  /** Slots of the assemblies that were asked for and have not settled. */
  readonly openSlots: readonly string[]
  readonly settledCalls: number
}

/** Asks for one assembly, under a slot: an id that is used again once its assembly has settled. */
export interface CallRequested {
  readonly type: 'call.requested'
  readonly slot: string
  readonly workbench: Workbench
  readonly bounds: AssemblyBounds
}

/** What a run understands. A cancelled call ends without a list; closing ends them all. */
export type RunEvent =
  | CallRequested
  | { readonly type: 'call.cancelled'; readonly slot: string }
  | { readonly type: 'history.changed'; readonly slot: string }
  | { readonly type: 'run.close' }

/** What a run tells: an assembly has come to its end, or its actor failed. */
export type RunEmitted =
  | { readonly type: 'call.settled'; readonly slot: string; readonly result: AssemblyResult }
  | { readonly type: 'call.crashed'; readonly slot: string }

/**
 * One outer run, from a user's request to the final answer: owns the lease coordinator, and spawns one assembly for each
 * provider call. It outlives whatever its children do.
 */
export const runMachine = setup({
  types: {
    context: {} as RunContext,
    events: {} as RunEvent,
    emitted: {} as RunEmitted,
    input: {} as RunInput,
  },
  actors: { assembly: assemblyMachine, leases: leasesMachine },
  actions: {
    spawnAssembly: enqueueActions(({ enqueue, event }) => {
      if (event.type !== 'call.requested') return
      const { slot, workbench, bounds } = event
      enqueue.spawnChild('assembly', { id: slot, input: { workbench, bounds } })
    }),
    abortAssembly: enqueueActions(({ enqueue, event }) => {
      if ('slot' in event) enqueue.sendTo(event.slot, { type: 'assembly.abort' })
    }),
    tellAssembly: enqueueActions(({ enqueue, event }) => {
      if ('slot' in event) enqueue.sendTo(event.slot, { type: 'history.changed' })
    }),
    takeSlot: assign({
      openSlots: ({ context, event }) => [...context.openSlots, slotOf(event)],
    }),
    freeSlot: assign({
      openSlots: ({ context, event }) => context.openSlots.filter((slot) => slot !== slotOf(event)),
      settledCalls: ({ context }) => context.settledCalls + 1,
    }),
    stopSettled: stopChild(({ event }) => slotOf(event)),
    emitSettled: emit(({ event }) => ({
      type: 'call.settled',
      slot: slotOf(event),
      result: resultOf(event),
    })),
    emitCrashed: emit(({ event }) => ({ type: 'call.crashed', slot: slotOf(event) })),
  },
  guards: {
    /** A second child of the same id would orphan the first. */
    isFreeSlot: ({ context, event }) => !context.openSlots.includes(slotOf(event)),
    /** An event to a slot whose assembly has settled has no one to go to. */
    isOpenSlot: ({ context, event }) => context.openSlots.includes(slotOf(event)),
  },
}).createMachine({
  id: 'run',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, openSlots: [], settledCalls: 0 }),
  initial: 'open',
  invoke: { id: 'leases', systemId: 'leases', src: 'leases', input: leasesInput },
  states: {
    open: {
      description: 'Takes provider calls, as many at once as the host makes.',
      on: {
        'call.requested': { guard: 'isFreeSlot', actions: ['takeSlot', 'spawnAssembly'] },
        'call.cancelled': { guard: 'isOpenSlot', actions: 'abortAssembly' },
        'history.changed': { guard: 'isOpenSlot', actions: 'tellAssembly' },
        'xstate.done.actor.*': { guard: 'isOpenSlot', actions: ['stopSettled', 'freeSlot', 'emitSettled'] },
        'xstate.error.actor.*': { guard: 'isOpenSlot', actions: ['stopSettled', 'freeSlot', 'emitCrashed'] },
        'run.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
})

/** A run that runs. */
export type RunActor = ActorRefFrom<typeof runMachine>

function leasesInput({ context }: { readonly context: RunContext }): LeasesInput {
  const { delivered, deliveriesPerBody } = context
  return deliveriesPerBody === undefined ? { delivered } : { delivered, deliveriesPerBody }
}

// Of a host's event, or of what an assembly's actor ended with.
function slotOf(event: object): string {
  if ('slot' in event && typeof event.slot === 'string') return event.slot
  return 'actorId' in event && typeof event.actorId === 'string' ? event.actorId : ''
}

// The run's done event is typed for no child in particular: an assembly's output is its result.
function resultOf(event: object): AssemblyResult {
  return (event as { readonly output: AssemblyResult }).output
}
