import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type {
  AssemblyBounds,
  AssemblyEvent,
  AssemblyInput,
  AttemptFailure,
  CandidateOrigin,
  RejectionReason,
  Staleness,
  StepEvent,
} from '../../machines/index.ts'
import { assemblyMachine } from '../../machines/index.ts'
import { type ChartPath, coverEdges } from './cover-edges.ts'
import { silentWorkbench } from './waiting-workbench.ts'

export type AssemblySnapshot = SnapshotFrom<typeof assemblyMachine>
export type AssemblyPath = ChartPath<AssemblySnapshot, AssemblyEvent, AssemblyInput>

/** How large something is, as far as the chart can tell: within the threshold, within the limit, or above it. */
export type SizeBucket = 'small' | 'tight' | 'large'

export const hardLimit = 100
export const threshold = 80
export const sizeOf = { small: 50, tight: 90, large: 150 } as const satisfies Record<SizeBucket, number>
/** What the newest snapshot measures where the history changed. */
export const newestSize = 70

export function bucketOf(size: number): SizeBucket {
  if (size <= threshold) return 'small'
  return size <= hardLimit ? 'tight' : 'large'
}

/** Bounds with one attempt and no option, and what a test changes. */
export function bounds(overrides: Partial<AssemblyBounds> = {}): AssemblyBounds {
  return {
    hardLimit,
    threshold,
    maximumAttempts: 1,
    elidesResults: false,
    replays: false,
    relief: [],
    refusesBrokenSequence: false,
    toleratesReducerFailure: false,
    ...overrides,
  }
}

/** Between them these switch every option on and off. */
export const assemblyInputs: readonly AssemblyInput[] = [
  bounds({ refusesBrokenSequence: true, relief: ['elide', 'shrinkRetention'] }),
  bounds({ elidesResults: true, replays: true, relief: ['shrinkRetention'], toleratesReducerFailure: true }),
  bounds({ maximumAttempts: 2, refusesBrokenSequence: true, toleratesReducerFailure: true }),
].map((chosen) => ({ workbench: silentWorkbench, bounds: chosen }))

/** Answers of steps, with the facts that a test states and harmless ones for the rest. */
export const answers = (epoch: number) => {
  const draft = { epoch }
  return {
    captured: (size: SizeBucket, { intact = true, evictable = 0 } = {}): StepEvent => ({
      type: 'snapshot.captured',
      epoch,
      facts: { draft, size: sizeOf[size], intact, evictable },
    }),
    evicted: (size: SizeBucket, changed = true): StepEvent => ({
      type: 'bodies.evicted',
      epoch,
      facts: { draft, size: sizeOf[size], changed },
    }),
    elided: (size: SizeBucket, changed = true): StepEvent => ({
      type: 'results.elided',
      epoch,
      facts: { draft, size: sizeOf[size], changed },
    }),
    replayed: (size: SizeBucket, reasons: readonly RejectionReason[] = []): StepEvent => ({
      type: 'reduction.replayed',
      epoch,
      facts: { draft, size: sizeOf[size], reasons },
    }),
    proposed: (staleness: Staleness = 'none', failure: AttemptFailure | null = null): StepEvent => ({
      type: 'reduction.proposed',
      epoch,
      facts: { draft, staleness, newestSize, failure },
    }),
    rechecked: (staleness: Staleness = 'none'): StepEvent => ({
      type: 'history.rechecked',
      epoch,
      facts: { staleness, newestSize },
    }),
    verified: (size: SizeBucket, reasons: readonly RejectionReason[] = []): StepEvent => ({
      type: 'proposal.verified',
      epoch,
      facts: { draft, size: sizeOf[size], reasons },
    }),
    preserved: (size: SizeBucket): StepEvent => ({
      type: 'context.preserved',
      epoch,
      facts: { draft, size: sizeOf[size], changed: true },
    }),
    relieved: (size: SizeBucket): StepEvent => ({
      type: 'relief.given',
      epoch,
      facts: { draft, size: sizeOf[size], changed: true },
    }),
    confirmed: (staleness: Staleness = 'none', reasons: readonly RejectionReason[] = []): StepEvent => ({
      type: 'dispatch.confirmed',
      epoch,
      facts: { staleness, newestSize, reasons },
    }),
    failed: (): StepEvent => ({ type: 'step.failed', epoch }),
  }
}

/** What may happen next in a snapshot: each answer of the step that runs, its failure, an abort, a changed history. */
export function assemblyEvents(snapshot: AssemblySnapshot): readonly AssemblyEvent[] {
  if (snapshot.status !== 'active') return []
  const failed = answers(snapshot.context.epoch).failed()
  const asks: AssemblyEvent[] = [...stepAnswers(snapshot), failed, { type: 'assembly.abort' }]
  // Elsewhere it changes nothing, which a test of its own shows.
  return stateOf(snapshot) === 'reduce.proposing' ? [...asks, { type: 'history.changed' }] : asks
}

function stepAnswers(snapshot: AssemblySnapshot): readonly StepEvent[] {
  const answer = answers(snapshot.context.epoch)
  const current = bucketOf(snapshot.context.size)
  const upToCurrent = (['small', 'tight', 'large'] as const).filter((size) => sizeOf[size] <= sizeOf[current])
  switch (stateOf(snapshot)) {
    case 'snapshot.capturing':
      return [
        ...(['small', 'tight', 'large'] as const).map((size) => answer.captured(size)),
        ...(['tight', 'large'] as const).map((size) => answer.captured(size, { evictable: 1 })),
        answer.captured('small', { intact: false }),
      ]
    case 'evict.evictingBodies':
      return [...upToCurrent.map((size) => answer.evicted(size)), answer.evicted(current, false)]
    case 'evict.eliding':
      return [...upToCurrent.map((size) => answer.elided(size)), answer.elided(current, false)]
    case 'evict.replaying':
      return [...upToCurrent.map((size) => answer.replayed(size)), answer.replayed(current, ['notSmaller'])]
    case 'reduce.proposing':
      return [
        answer.proposed(),
        answer.proposed('lease'),
        answer.proposed('version'),
        answer.proposed('none', 'reducerFailed'),
        answer.proposed('none', 'reducerTimedOut'),
        answer.proposed('version', 'reducerFailed'),
      ]
    case 'reduce.interrupted':
    case 'terminate.rechecking':
      return [answer.rechecked(), answer.rechecked('version')]
    case 'verify.judging':
      return [...upToCurrent.map((size) => answer.verified(size)), answer.verified(current, ['notSmaller'])]
    case 'verify.confirming':
      return [
        answer.confirmed(),
        answer.confirmed('version'),
        answer.confirmed('lease'),
        answer.confirmed('none', ['dialectRule']),
      ]
    case 'fallback.preserving':
      return [answer.preserved('small'), answer.preserved('large')]
    case 'fallback.relievingByElision':
    case 'fallback.relievingByShrinking':
      return [answer.relieved('small'), answer.relieved('large')]
    default:
      throw new Error(`the model has no answers for ${stateOf(snapshot)}`)
  }
}

/** The state value as a path, such as `verify.confirming`. */
export function stateOf({ value }: Pick<AssemblySnapshot, 'value'>): string {
  return typeof value === 'string' ? value : Object.entries(value).flat().join('.')
}

/** What guards read of a snapshot. Final states are one each: the edges that lead there tell how they came about. */
export function serializeAssembly(snapshot: AssemblySnapshot): string {
  if (snapshot.status !== 'active') return stateOf(snapshot)
  const { attempts, size, origin, attemptCovered, restartedForLease, interrupted, reliefTaken } =
    snapshot.context
  const flags = [attemptCovered, restartedForLease, interrupted]
  return [stateOf(snapshot), attempts, bucketOf(size), kindOf(origin), ...flags, reliefTaken].join(' ')
}

function kindOf(origin: CandidateOrigin): 'asIs' | 'made' | 'fallback' {
  return origin === 'asIs' || origin === 'fallback' ? origin : 'made'
}

/** Every edge of the assembly chart, for every input, as paths. */
export function assemblyPaths(): readonly AssemblyPath[] {
  return coverEdges<AssemblySnapshot, EventFromLogic<typeof assemblyMachine>, AssemblyInput>(
    assemblyMachine,
    {
      inputs: assemblyInputs,
      events: assemblyEvents,
      serializeState: serializeAssembly,
      limit: 100_000,
    },
  )
}
