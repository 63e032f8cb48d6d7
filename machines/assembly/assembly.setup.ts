import { assign, setup } from 'xstate'
import { type AssemblyContext, restarted, resultOf } from './assembly.context.ts'
import type { AssemblyEvent } from './assembly.events.ts'
import type { AssemblyInput, AssemblyResult } from './assembly.ports.ts'
import type { CandidateOrigin, Stage } from './outcomes.ts'
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
      event.type === 'proposal.verified' && event.epoch === context.epoch && event.facts.reasons.length === 0,
    refusesSequence: ({ context }) => context.bounds.refusesBrokenSequence && !context.intact,
    exceedsThreshold: ({ context }) => context.size > context.bounds.threshold,
    fits: ({ context }) => context.size <= context.bounds.hardLimit,
    hasEvictableBodies: ({ context }) => context.evictable > 0,
    elidesResults: ({ context }) => context.bounds.elidesResults,
    hasAttemptsLeft: ({ context }) => context.attempts < context.bounds.maximumAttempts,
    isStale: ({ context }) => context.staleness === 'version',
    awaitsLeaseRestart: ({ context }) => context.staleness === 'lease' && !context.restartedForLease,
    wasInterrupted: ({ context }) => context.interrupted,
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
    adoptDraft: ({ context, event }) => {
      if ('facts' in event && 'draft' in event.facts) context.workbench.adopt(event.facts.draft)
    },
    takeSnapshot: assign(({ context, event }) => {
      const facts = factsOf(event)
      return {
        ...facts,
        originalSize: context.originalSize ?? facts.size ?? 0,
        ...noted(context, 'snapshotCaptured'),
      }
    }),
    takeAnswer: assign(({ context, event }) => ({
      ...factsOf(event),
      ...noted(context, 'snapshotCaptured'),
    })),
    takeRecheck: assign(({ context, event }) => ({
      ...factsOf(event),
      ...noted(context, 'snapshotCaptured'),
    })),
    takeReasons: assign(({ event }) => ({ reasons: factsOf(event).reasons ?? [] })),
    takeEvicted: assign(({ context, event }) =>
      candidate(context, event, 'evicted', 'recoverableBodyEviction'),
    ),
    takeElided: assign(({ context, event }) => candidate(context, event, 'elided', 'resultElision')),
    takeProposed: assign(({ context, event }) => candidate(context, event, 'proposed', null)),
    takePreserved: assign(({ context, event }) =>
      candidate(context, event, 'fallback', 'deterministicFallback'),
    ),
    takeRelievedByElision: assign(({ context, event }) =>
      candidate(context, event, 'fallback', 'reliefElision'),
    ),
    takeRelievedByShrinking: assign(({ context, event }) =>
      candidate(context, event, 'fallback', 'reliefShrinkRetention'),
    ),
    noteAttempt: assign(({ context }) => noted(context, 'reducerAttempt')),
    spendAttempt: assign({
      attempts: ({ context }) => context.attempts + 1,
      attemptCovered: true,
      failure: null,
      reasons: [],
    }),
    restart: assign(({ context }) => ({
      ...restarted(context),
      attempts: context.attempts + (context.attemptCovered ? 0 : 1),
      attemptCovered: false,
    })),
    restartForLease: assign(({ context }) => ({ ...restarted(context), restartedForLease: true })),
    recordRejection: assign({
      rejections: ({ context }) => [
        ...context.rejections,
        {
          attempt: context.attempts,
          reasons: context.failure === null ? context.reasons : [context.failure],
        },
      ],
      failure: null,
      reasons: [],
    }),
    markInterrupted: assign({ interrupted: true, failure: 'reducerInterrupted' }),
    takeReliefStep: assign({ reliefTaken: ({ context }) => context.reliefTaken + 1 }),
    blameVerification: assign({ reason: 'finalVerificationFailed' }),
    blameSequence: assign({ reason: 'invalidSequence' }),
    conclude: assign({
      result: ({ context }, params: { outcome: AssemblyResult['outcome'] }) =>
        resultOf(context, params.outcome),
    }),
  },
})

type Facts = Partial<
  Pick<AssemblyContext, 'size' | 'intact' | 'evictable' | 'staleness' | 'newestSize' | 'failure' | 'reasons'>
>

// By name, so that a draft, or whatever else an event may bring, stays out of the context.
function factsOf(event: AssemblyEvent): Facts {
  if (!('facts' in event)) return {}
  const taken: Record<string, unknown> = {}
  for (const name of factNames) if (name in event.facts) taken[name] = Reflect.get(event.facts, name)
  return taken
}

const factNames: readonly (keyof Facts)[] = [
  'size',
  'intact',
  'evictable',
  'staleness',
  'newestSize',
  'failure',
  'reasons',
]

function noted(context: AssemblyContext, stage: Stage): Pick<AssemblyContext, 'stages'> {
  return { stages: [...context.stages, stage] }
}

function candidate(
  context: AssemblyContext,
  event: AssemblyEvent,
  origin: CandidateOrigin,
  stage: Stage | null,
): Partial<AssemblyContext> {
  const { size } = factsOf(event)
  const changed = 'facts' in event && (!('changed' in event.facts) || event.facts.changed)
  if (!changed || size === undefined) return {}
  return { size, origin, reasons: [], ...(stage === null ? {} : noted(context, stage)) }
}
