import { type ActorRefFrom, assign, emit, enqueueActions, setup, stopChild } from 'xstate'
import { assemblyMachine } from '../assembly/assembly.machine.ts'
import type { AssemblyBounds, AssemblyResult, Workbench } from '../assembly/assembly.ports.ts'
import { leasesMachine } from '../leases/leases.machine.ts'

export interface RunInput {
  /** Digests that were delivered before, when the run is restored. */
  readonly delivered: readonly number[]
}

export interface RunContext extends RunInput {
  /** Assemblies that were asked for and have not settled. */
  readonly openCalls: number
  readonly settledCalls: number
}

/** Asks for one assembly, under a slot: an id that is used again once its assembly has settled. */
export interface CallRequested {
  readonly type: 'call.requested'
  readonly slot: string
  readonly workbench: Workbench
  readonly bounds: AssemblyBounds
}

export type RunEvent =
  | CallRequested
  | { readonly type: 'call.cancelled'; readonly slot: string }
  | { readonly type: 'history.changed'; readonly slot: string }
  | { readonly type: 'run.close' }

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
    countRequested: assign({ openCalls: ({ context }) => context.openCalls + 1 }),
    countSettled: assign({
      openCalls: ({ context }) => context.openCalls - 1,
      settledCalls: ({ context }) => context.settledCalls + 1,
    }),
    stopSettled: stopChild(({ event }) => childOf(event)),
    emitSettled: emit(({ event }) => ({
      type: 'call.settled',
      slot: childOf(event),
      result: resultOf(event),
    })),
    emitCrashed: emit(({ event }) => ({ type: 'call.crashed', slot: childOf(event) })),
  },
  guards: {
    comesFromAssembly: ({ event }) => childOf(event) !== 'leases',
  },
}).createMachine({
  id: 'run',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ delivered: input.delivered, openCalls: 0, settledCalls: 0 }),
  initial: 'open',
  invoke: { id: 'leases', systemId: 'leases', src: 'leases', input: deliveredBefore },
  states: {
    open: {
      description: 'Takes provider calls, as many at once as the host makes.',
      on: {
        'call.requested': { actions: ['countRequested', 'spawnAssembly'] },
        'call.cancelled': { actions: 'abortAssembly' },
        'history.changed': { actions: 'tellAssembly' },
        'xstate.done.actor.*': {
          guard: 'comesFromAssembly',
          actions: ['stopSettled', 'countSettled', 'emitSettled'],
        },
        'xstate.error.actor.*': {
          guard: 'comesFromAssembly',
          actions: ['stopSettled', 'countSettled', 'emitCrashed'],
        },
        'run.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
})

export type RunActor = ActorRefFrom<typeof runMachine>

function deliveredBefore({ context }: { readonly context: RunContext }): {
  readonly delivered: readonly number[]
} {
  return { delivered: context.delivered }
}

function childOf(event: object): string {
  return 'actorId' in event && typeof event.actorId === 'string' ? event.actorId : ''
}

// The run's done event is typed for no child in particular: an assembly's output is its result.
function resultOf(event: object): AssemblyResult {
  return (event as { readonly output: AssemblyResult }).output
}
