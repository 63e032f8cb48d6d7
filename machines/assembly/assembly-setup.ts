import { assign, setup } from 'xstate'
import type { AssemblyInput, AssemblyResult } from './assembly.ports.ts'
import { type AssemblyContext, noted, restarted, resultOf } from './assembly-context.ts'
import type { AssemblyEvent } from './assembly-events.ts'
import { task } from './task.ts'

/** What the assembly chart is made of, by name: its steps, guards and actions. */
export const assemblySetup = setup({
  types: {
    context: {} as AssemblyContext,
    events: {} as AssemblyEvent,
    input: {} as AssemblyInput,
    output: {} as AssemblyResult,
  },
  actors: {
    captureSnapshot: task('snapshot.captured', ({ workbench, epoch }, signal) =>
      workbench.captureSnapshot(epoch, signal),
    ),
    evictBodies: task('bodies.evicted', ({ workbench, epoch }) => workbench.evictBodies(epoch)),
    elideResults: task('results.elided', ({ workbench, epoch }) => workbench.elideResults(epoch)),
    replayReduction: task('reduction.replayed', ({ workbench, epoch }) => workbench.replayReduction(epoch)),
    proposeReduction: task('reduction.proposed', ({ workbench, epoch, attempt, last }, signal) =>
      workbench.proposeReduction(epoch, attempt, last, signal),
    ),
    recheckHistory: task('history.rechecked', ({ workbench, epoch }, signal) =>
      workbench.recheckHistory(epoch, signal),
    ),
    verifyProposal: task('proposal.verified', ({ workbench, epoch }) => workbench.verifyProposal(epoch)),
    fallBack: task('context.preserved', ({ workbench, epoch }) => workbench.fallBack(epoch)),
    relieveByElision: task('relief.given', ({ workbench, epoch }) => workbench.relieveByElision(epoch)),
    relieveByShrinking: task('relief.given', ({ workbench, epoch }) => workbench.relieveByShrinking(epoch)),
    confirmDispatch: task('dispatch.confirmed', ({ workbench, epoch }, signal) =>
      workbench.confirmDispatch(epoch, signal),
    ),
  },
  guards: {
    /** The answer belongs to this epoch: not to a step that a restart left behind. */
    isCurrent: ({ context, event }) => 'epoch' in event && event.epoch === context.epoch,
    isCurrentAndAccepted: ({ context, event }) =>
      (event.type === 'proposal.verified' || event.type === 'reduction.replayed') &&
      event.epoch === context.epoch &&
      event.facts.reasons.length === 0,
    refusesSequence: ({ context }) => context.bounds.refusesBrokenSequence && !context.intact,
    isWithinThreshold: ({ context }) => context.size <= context.bounds.threshold,
    fits: ({ context }) => context.size <= context.bounds.hardLimit,
    hasEvictableBodies: ({ context }) => context.evictable > 0,
    elidesResults: ({ context }) => context.bounds.elidesResults,
    replays: ({ context }) => context.bounds.replays,
    hasAttemptsLeft,
    isStale,
    isStaleAndSpent: (facts) => isStale(facts) && !hasAttemptsLeft(facts),
    awaitsLeaseRestart: ({ context }) => context.staleness === 'lease' && !context.restartedForLease,
    mayInterrupt: ({ context }) => !context.interrupted,
    attemptFailed: ({ context }) => context.failure !== null,
    failsTheCall: ({ context }) =>
      !context.bounds.toleratesReducerFailure &&
      (context.failure === 'reducerFailed' || context.failure === 'reducerTimedOut'),
    hasReasons: ({ context }) => context.reasons.length > 0,
    mayRelieveByElision: ({ context }) => context.bounds.relief[context.reliefTaken] === 'elide',
    mayRelieveByShrinking: ({ context }) => context.bounds.relief[context.reliefTaken] === 'shrinkRetention',
    isUntouched: ({ context }) => context.origin === 'asIs',
    isPreservedOnly: ({ context }) => context.origin === 'fallback',
  },
  actions: {
    adopt: ({ context, event }) => {
      if ('facts' in event && 'draft' in event.facts) context.workbench.adopt(event.facts.draft)
    },
    takeSnapshot: assign(({ context, event }) => {
      if (event.type !== 'snapshot.captured') return {}
      const { size, intact, evictable } = event.facts
      const originalSize = context.originalSize ?? size
      return { size, intact, evictable, originalSize, ...noted(context, 'snapshotCaptured') }
    }),
    takeEvicted: assign(({ context, event }) => {
      if (event.type !== 'bodies.evicted' || !event.facts.changed) return {}
      return { size: event.facts.size, origin: 'evicted', ...noted(context, 'recoverableBodyEviction') }
    }),
    takeElided: assign(({ context, event }) => {
      if (event.type !== 'results.elided' || !event.facts.changed) return {}
      return { size: event.facts.size, origin: 'elided', ...noted(context, 'resultElision') }
    }),
    takeReplayed: assign(({ context, event }) => {
      if (event.type !== 'reduction.replayed') return {}
      return { size: event.facts.size, origin: 'replayed', ...noted(context, 'reductionReplayed') }
    }),
    spendAttempt: assign(({ context }) => ({
      attempts: context.attempts + 1,
      attemptCovered: true,
      ...noted(context, 'reducerAttempt'),
    })),
    markInterrupted: assign({ interrupted: true, failure: 'reducerInterrupted' }),
    /** What a look at the history showed, and what came of the step that looked. */
    takeRecheck: assign(({ context, event }) => {
      if (!('facts' in event && 'staleness' in event.facts)) return {}
      const { staleness, newestSize } = event.facts
      const { failure } = 'failure' in event.facts ? event.facts : context
      const { reasons } = 'reasons' in event.facts ? event.facts : context
      return { staleness, newestSize, failure, reasons, ...noted(context, 'snapshotCaptured') }
    }),
    takeProposed: assign(({ event }) =>
      event.type === 'proposal.verified' ? { size: event.facts.size, origin: 'proposed' } : {},
    ),
    takeReasons: assign(({ event }) =>
      event.type === 'proposal.verified' ? { reasons: event.facts.reasons } : {},
    ),
    recordRejection: assign({
      rejections: ({ context: { attempts, failure, reasons, rejections } }) => [
        ...rejections,
        { attempt: attempts, reasons: failure === null ? reasons : [failure] },
      ],
      failure: null,
      reasons: [],
    }),
    restart: assign(({ context }) => ({
      ...restarted(context),
      attempts: context.attempts + (context.attemptCovered ? 0 : 1),
    })),
    restartForLease: assign(({ context }) => ({ ...restarted(context), restartedForLease: true })),
    takePreserved: assign(({ context, event }) => {
      if (event.type !== 'context.preserved') return {}
      return { size: event.facts.size, origin: 'fallback', ...noted(context, 'deterministicFallback') }
    }),
    takeReliefStep: assign({ reliefTaken: ({ context }) => context.reliefTaken + 1 }),
    takeElisionRelief: assign(({ context, event }) =>
      event.type === 'relief.given' ? { size: event.facts.size, ...noted(context, 'reliefElision') } : {},
    ),
    takeShrinkRelief: assign(({ context, event }) =>
      event.type === 'relief.given'
        ? { size: event.facts.size, ...noted(context, 'reliefShrinkRetention') }
        : {},
    ),
    blameVerification: assign({ reason: 'finalVerificationFailed' }),
    blameSequence: assign({ reason: 'invalidSequence' }),
    conclude: assign({
      result: ({ context }, outcome: AssemblyResult['outcome']) => resultOf(context, outcome),
    }),
  },
})

interface Facts {
  readonly context: AssemblyContext
}

function isStale({ context }: Facts): boolean {
  return context.staleness === 'version'
}

function hasAttemptsLeft({ context }: Facts): boolean {
  return context.attempts < context.bounds.maximumAttempts
}
