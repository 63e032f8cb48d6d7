import { fromCallback } from 'xstate'
import { type assemblyMachine, type RunEvent, runMachine } from '../../../machines/index.ts'
import { assemblyModel } from './assembly-model.ts'
import { type ChartModel, stateOf } from './chart-model.ts'
import type { RunPathFacts, RunPathInput } from './generated-path.ts'
import { silentWorkbench } from './silent-workbench.ts'

const slots = ['assembly:0', 'assembly:1'] as const

/** The run chart, explored with two provider calls that come, change, end and crash in any order. */
export const runModel: ChartModel<typeof runMachine, RunPathInput, RunPathFacts> = {
  machine: runMachine,
  // An assembly that ends when the path says so.
  still: runMachine.provide({
    actors: { assembly: fromCallback(() => {}) as unknown as typeof assemblyMachine },
  }),
  inputs: [{ delivered: [] }],
  inputOf: (plain) => plain,
  eventsIn: ({ status }) =>
    status === 'active' ? [...slots.flatMap((slot) => eventsOf(slot)), { type: 'run.close' }] : [],
  kindOf: (snapshot) => `${stateOf(snapshot)} ${[...snapshot.context.openSlots].sort().join(' ')}`,
  factsOf: ({ context: { openSlots, settledCalls } }) => ({ openSlots, settledCalls }),
  plainEvent: (event) =>
    event.type === 'call.requested' ? { type: event.type, slot: event.slot, bounds: event.bounds } : event,
}

function eventsOf(slot: string): readonly RunEvent[] {
  const [{ bounds } = { bounds: undefined }] = assemblyModel.inputs
  const ends = (['done', 'error'] as const).map((end) => ({
    type: `xstate.${end}.actor.${slot}`,
    actorId: slot,
  }))
  return [
    { type: 'call.requested', slot, workbench: silentWorkbench, bounds },
    { type: 'call.cancelled', slot },
    { type: 'history.changed', slot },
    ...ends,
  ] as readonly RunEvent[] // what the run hears of its own assemblies is no event of a host
}
