import { type LeaseEvent, leasesMachine } from '../../../machines/index.ts'
import { type ChartModel, stateOf } from './chart-model.ts'
import type { LeasesPathFacts, LeasesPathInput } from './generated-path.ts'

const owners = [1, 2] as const

/** The lease chart, explored with two calls that want two bodies. */
export const leasesModel: ChartModel<typeof leasesMachine, LeasesPathInput, LeasesPathFacts> = {
  machine: leasesMachine,
  inputs: [{ delivered: [] }, { delivered: [2] }, { delivered: [1], deliveriesPerBody: 2 }],
  inputOf: (plain) => plain,
  eventsIn: () => owners.flatMap(eventsOf),
  kindOf: (snapshot) => `${stateOf(snapshot)} ${JSON.stringify(snapshot.context)}`,
  factsOf: ({ context }) => context,
  plainEvent: (event) => event,
}

function eventsOf(owner: number): readonly LeaseEvent[] {
  return [
    { type: 'lease.reserve', owner, digests: [1] },
    { type: 'lease.reserve', owner, digests: [1, 2] },
    { type: 'lease.send', owner },
    { type: 'lease.send', owner, forwarded: [1] },
    ...[[], [1], [1, 2]].map((forwarded): LeaseEvent => ({ type: 'lease.commit', owner, forwarded })),
    { type: 'lease.release', owner },
  ]
}
