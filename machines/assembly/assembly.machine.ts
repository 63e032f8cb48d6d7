import type { ActorRefFrom } from 'xstate'
import { openingContext, resultOf, stepInput } from './assembly-context.ts'
import { assemblySetup } from './assembly-setup.ts'

/**
 * One provider call: takes a snapshot, brings it down to the threshold if it is above, and ends with a verified list or
 * with none. Every way to success passes `verify.confirming`, the last gate. Restarts and exhausted attempts are
 * transitions of their own, taken only where the history is rechecked.
 */
export const assemblyMachine = assemblySetup.createMachine({
  id: 'assembly',
  options: { maxIterations: 100 },
  context: ({ input }) => openingContext(input),
  output: ({ context }) => context.result ?? resultOf(context, 'failed'),
  initial: 'snapshot',
  on: { 'assembly.abort': '.aborted' },
  states: {
    snapshot: {
      description: 'Takes the list that the host would send, and measures it.',
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'capturing',
      states: {
        capturing: {
          invoke: { id: 'captureSnapshot', src: 'captureSnapshot', input: stepInput },
          on: {
            'snapshot.captured': {
              guard: 'isCurrent',
              target: 'captured',
              actions: ['adopt', 'takeSnapshot'],
            },
          },
        },
        captured: {
          always: [
            { guard: 'refusesSequence', target: '#assembly.terminate' },
            { guard: 'isWithinThreshold', target: '#assembly.verify' },
            { guard: 'hasEvictableBodies', target: '#assembly.evict' },
            { guard: 'elidesResults', target: '#assembly.evict.eliding' },
            { target: '#assembly.evict.exhausted' },
          ],
        },
      },
    },
    evict: {
      description: 'Takes out what comes back without loss, and what was left out before.',
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'evictingBodies',
      states: {
        evictingBodies: {
          invoke: { id: 'evictBodies', src: 'evictBodies', input: stepInput },
          on: {
            'bodies.evicted': { guard: 'isCurrent', target: 'evicted', actions: ['adopt', 'takeEvicted'] },
          },
        },
        evicted: {
          always: [
            { guard: 'isWithinThreshold', target: '#assembly.verify' },
            { guard: 'elidesResults', target: 'eliding' },
            { target: 'exhausted' },
          ],
        },
        eliding: {
          invoke: { id: 'elideResults', src: 'elideResults', input: stepInput },
          on: {
            'results.elided': { guard: 'isCurrent', target: 'elided', actions: ['adopt', 'takeElided'] },
          },
        },
        elided: {
          always: [{ guard: 'isWithinThreshold', target: '#assembly.verify' }, { target: 'exhausted' }],
        },
        exhausted: {
          description:
            'That was not enough: what an earlier call left out goes first, where that is remembered.',
          always: [{ guard: 'replays', target: 'replaying' }, { target: '#assembly.reduce' }],
        },
        replaying: {
          invoke: { id: 'replayReduction', src: 'replayReduction', input: stepInput },
          on: {
            'reduction.replayed': [
              { guard: 'isCurrentAndAccepted', target: 'replayed', actions: ['adopt', 'takeReplayed'] },
              { guard: 'isCurrent', target: '#assembly.reduce' },
            ],
          },
        },
        replayed: {
          always: [
            { guard: 'isWithinThreshold', target: '#assembly.verify' },
            { target: '#assembly.reduce' },
          ],
        },
      },
    },
    reduce: {
      description: "Asks the host's reducer, as long as attempts are left.",
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'budgeting',
      states: {
        budgeting: {
          always: [
            { guard: 'hasAttemptsLeft', target: 'proposing', actions: 'spendAttempt' },
            { guard: 'fits', target: '#assembly.verify' },
            { target: '#assembly.fallback' },
          ],
        },
        proposing: {
          invoke: { id: 'proposeReduction', src: 'proposeReduction', input: stepInput },
          on: {
            'reduction.proposed': {
              guard: 'isCurrent',
              target: 'rechecked',
              actions: ['adopt', 'takeRecheck'],
            },
            'history.changed': { guard: 'mayInterrupt', target: 'interrupted', actions: 'markInterrupted' },
          },
        },
        interrupted: {
          description: 'The history changed: the reducer is told to stop, and the history looked at.',
          invoke: { id: 'recheckHistory', src: 'recheckHistory', input: stepInput },
          on: { 'history.rechecked': { guard: 'isCurrent', target: 'rechecked', actions: 'takeRecheck' } },
        },
        rechecked: {
          always: [
            { guard: 'failsTheCall', target: '#assembly.failed' },
            { guard: 'isStaleAndSpent', target: '#assembly.concurrentMutationLimit' },
            { guard: 'isStale', target: '#assembly.snapshot', actions: 'restart' },
            { guard: 'attemptFailed', target: 'rejected' },
            { target: '#assembly.verify.judging' },
          ],
        },
        rejected: {
          entry: 'recordRejection',
          always: [{ guard: 'fits', target: '#assembly.verify' }, { target: 'budgeting' }],
        },
      },
    },
    verify: {
      description:
        'Judges proposals, and lets nothing out that is not verified, within the limit, and fresh.',
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'confirming',
      states: {
        judging: {
          invoke: { id: 'verifyProposal', src: 'verifyProposal', input: stepInput },
          on: {
            'proposal.verified': [
              { guard: 'isCurrentAndAccepted', target: 'accepted', actions: ['adopt', 'takeProposed'] },
              { guard: 'isCurrent', target: '#assembly.reduce.rejected', actions: 'takeReasons' },
            ],
          },
        },
        accepted: {
          always: [{ guard: 'fits', target: 'confirming' }, { target: '#assembly.reduce' }],
        },
        confirming: {
          invoke: { id: 'confirmDispatch', src: 'confirmDispatch', input: stepInput },
          on: { 'dispatch.confirmed': { guard: 'isCurrent', target: 'confirmed', actions: 'takeRecheck' } },
        },
        confirmed: {
          always: [
            { guard: 'isStaleAndSpent', target: '#assembly.concurrentMutationLimit' },
            { guard: 'isStale', target: '#assembly.snapshot', actions: 'restart' },
            { guard: 'awaitsLeaseRestart', target: '#assembly.snapshot', actions: 'restartForLease' },
            { guard: 'hasReasons', target: '#assembly.irreducible', actions: 'blameVerification' },
            { guard: 'isUntouched', target: '#assembly.withinLimit' },
            { guard: 'isPreservedOnly', target: '#assembly.preservationFallback' },
            { target: '#assembly.reduced' },
          ],
        },
      },
    },
    fallback: {
      description: 'Trusts no reducer: required content, and what still fits.',
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'preserving',
      states: {
        preserving: {
          invoke: { id: 'fallBack', src: 'fallBack', input: stepInput },
          on: {
            'context.preserved': {
              guard: 'isCurrent',
              target: 'preserved',
              actions: ['adopt', 'takePreserved'],
            },
          },
        },
        preserved: {
          always: [
            { guard: 'fits', target: '#assembly.verify' },
            { guard: 'mayRelieveByElision', target: 'relievingByElision', actions: 'takeReliefStep' },
            { guard: 'mayRelieveByShrinking', target: 'relievingByShrinking', actions: 'takeReliefStep' },
            { target: '#assembly.irreducible' },
          ],
        },
        relievingByElision: {
          invoke: { id: 'relieveByElision', src: 'relieveByElision', input: stepInput },
          on: {
            'relief.given': {
              guard: 'isCurrent',
              target: 'preserved',
              actions: ['adopt', 'takeElisionRelief'],
            },
          },
        },
        relievingByShrinking: {
          invoke: { id: 'relieveByShrinking', src: 'relieveByShrinking', input: stepInput },
          on: {
            'relief.given': {
              guard: 'isCurrent',
              target: 'preserved',
              actions: ['adopt', 'takeShrinkRelief'],
            },
          },
        },
      },
    },
    terminate: {
      description: 'The list came in broken and is to be refused: one last look whether it is the newest.',
      on: { 'step.failed': { guard: 'isCurrent', target: 'failed' } },
      initial: 'rechecking',
      states: {
        rechecking: {
          invoke: { id: 'recheckHistory', src: 'recheckHistory', input: stepInput },
          on: { 'history.rechecked': { guard: 'isCurrent', target: 'rechecked', actions: 'takeRecheck' } },
        },
        rechecked: {
          always: [
            { guard: 'isStaleAndSpent', target: '#assembly.concurrentMutationLimit' },
            { guard: 'isStale', target: '#assembly.snapshot', actions: 'restart' },
            { target: '#assembly.irreducible', actions: 'blameSequence' },
          ],
        },
      },
    },
    withinLimit: { type: 'final', entry: { type: 'conclude', params: 'withinLimit' } },
    reduced: { type: 'final', entry: { type: 'conclude', params: 'reduced' } },
    preservationFallback: { type: 'final', entry: { type: 'conclude', params: 'preservationFallback' } },
    irreducible: { type: 'final', entry: { type: 'conclude', params: 'irreducible' } },
    concurrentMutationLimit: {
      type: 'final',
      entry: { type: 'conclude', params: 'concurrentMutationLimit' },
    },
    aborted: { type: 'final', entry: { type: 'conclude', params: 'aborted' } },
    failed: { type: 'final', entry: { type: 'conclude', params: 'failed' } },
  },
})

/** A running assembly: one provider call on its way to a bounded list, or to none. */
export type AssemblyActor = ActorRefFrom<typeof assemblyMachine>
