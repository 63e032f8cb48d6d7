import { type ActorRefFrom, assign, setup } from 'xstate'
import {
  claim,
  holdsForwarded,
  type LeaseEvent,
  type LeaseLedger,
  type LeasesInput,
  settle,
  startSending,
} from './lease-ledger.ts'

/**
 * The lease coordinator of one run: who may send which body. A lease is one provider call's claim on one digest; a body
 * that was delivered is never offered again. Digests are small numbers here, so that the inspector shows no hash.
 */
export const leasesMachine = setup({
  types: {
    context: {} as LeaseLedger,
    events: {} as LeaseEvent,
    input: {} as LeasesInput,
  },
  guards: {
    holdsAny: ({ context, event }) =>
      'owner' in event && context.held.some(({ owner }) => owner === event.owner),
    holdsForwarded: ({ context, event }) => event.type === 'lease.send' && holdsForwarded(context, event),
  },
  actions: {
    reserveFree: assign(({ context, event }) =>
      event.type === 'lease.reserve' ? claim(context, event) : context,
    ),
    markSending: assign(({ context, event }) =>
      event.type === 'lease.send' ? startSending(context, event) : context,
    ),
    deliverForwarded: assign(({ context, event }) =>
      event.type === 'lease.commit' ? settle(context, event.owner, event.forwarded) : context,
    ),
    releaseAll: assign(({ context, event }) =>
      event.type === 'lease.release' ? settle(context, event.owner, []) : context,
    ),
  },
}).createMachine({
  id: 'leases',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    held: [],
    delivered: input.delivered,
    deliveriesPerBody: input.deliveriesPerBody ?? 1,
  }),
  initial: 'coordinating',
  states: {
    coordinating: {
      description:
        'Grants each digest to one call at a time, and to none once it is delivered as often as it may be.',
      on: {
        'lease.reserve': { actions: 'reserveFree' },
        'lease.send': { guard: 'holdsForwarded', actions: 'markSending' },
        'lease.commit': { guard: 'holdsAny', actions: 'deliverForwarded' },
        'lease.release': { guard: 'holdsAny', actions: 'releaseAll' },
      },
    },
  },
})

/** A coordinator that runs. */
export type LeasesActor = ActorRefFrom<typeof leasesMachine>
