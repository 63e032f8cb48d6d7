import type {
  AssemblyBounds,
  AssemblyEvent,
  AttemptFailure,
  RejectionReason,
  Staleness,
  StepEvent,
} from '../../../machines/index.ts'
import { newestSizeOf, sizesOf } from './size-classes.ts'

/** Where an assembly is when it is asked what may happen. */
export interface AssemblyMoment {
  readonly state: string
  readonly bounds: AssemblyBounds
  readonly epoch: number
  /** Size of the current candidate. */
  readonly size: number
}

/**
 * What may happen next: each answer that the running step can give, its failure, an abort, and a changed history where it
 * is heeded. Sizes never grow from step to step.
 */
export function assemblyEventsAt(moment: AssemblyMoment): readonly AssemblyEvent[] {
  const asks: readonly AssemblyEvent[] = [
    ...answersAt(moment),
    { type: 'step.failed', epoch: moment.epoch },
    { type: 'assembly.abort' },
  ]
  return moment.state === 'reduce.proposing' ? [...asks, { type: 'history.changed' }] : asks
}

function answersAt({ state, bounds, epoch, size }: AssemblyMoment): readonly StepEvent[] {
  const draft = { epoch }
  const all = sizesOf(bounds)
  const largest = all.at(-1) ?? size
  const smallest = all[0] ?? size
  const upToCurrent = all.filter((each) => each <= size)
  const newestSize = newestSizeOf(bounds)

  switch (state) {
    case 'snapshot.capturing':
      return [
        ...all.map((each) => captured(each)),
        ...all.slice(1).map((each) => captured(each, { evictable: 1 })),
        captured(smallest, { intact: false }),
      ]
    case 'evict.evictingBodies':
      return candidates('bodies.evicted')
    case 'evict.eliding':
      return candidates('results.elided')
    case 'evict.replaying':
      return judgements('reduction.replayed')
    case 'reduce.proposing':
      return [
        proposed('none'),
        proposed('lease'),
        proposed('version'),
        proposed('none', 'reducerFailed'),
        proposed('none', 'reducerTimedOut'),
        proposed('version', 'reducerFailed'),
      ]
    case 'reduce.interrupted':
    case 'terminate.rechecking':
      return (['none', 'version'] as const).map((staleness) => ({
        type: 'history.rechecked',
        epoch,
        facts: { staleness, newestSize },
      }))
    case 'verify.judging':
      return judgements('proposal.verified')
    case 'verify.confirming':
      return [confirmed('none'), confirmed('version'), confirmed('lease'), confirmed('none', ['dialectRule'])]
    case 'fallback.preserving':
      return [smallest, largest].map((each) => candidate('context.preserved', each, true))
    case 'fallback.relievingByElision':
    case 'fallback.relievingByShrinking':
      return [smallest, largest].map((each) => candidate('relief.given', each, true))
    default:
      return []
  }

  function captured(each: number, { intact = true, evictable = 0 } = {}): StepEvent {
    return { type: 'snapshot.captured', epoch, facts: { draft, size: each, intact, evictable } }
  }

  function candidates(type: 'bodies.evicted' | 'results.elided'): readonly StepEvent[] {
    return [...upToCurrent.map((each) => candidate(type, each, true)), candidate(type, size, false)]
  }

  function candidate(type: CandidateEvent['type'], each: number, changed: boolean): StepEvent {
    return { type, epoch, facts: { draft, size: each, changed } }
  }

  function judgements(type: 'reduction.replayed' | 'proposal.verified'): readonly StepEvent[] {
    return [...upToCurrent.map((each) => judged(each, [])), judged(size, ['notSmaller'])]

    function judged(each: number, reasons: readonly RejectionReason[]): StepEvent {
      return { type, epoch, facts: { draft, size: each, reasons } }
    }
  }

  function proposed(staleness: Staleness, failure: AttemptFailure | null = null): StepEvent {
    return { type: 'reduction.proposed', epoch, facts: { draft, staleness, newestSize, failure } }
  }

  function confirmed(staleness: Staleness, reasons: readonly RejectionReason[] = []): StepEvent {
    return { type: 'dispatch.confirmed', epoch, facts: { staleness, newestSize, reasons } }
  }
}

type CandidateEvent = Extract<
  StepEvent,
  { type: 'bodies.evicted' | 'results.elided' | 'context.preserved' | 'relief.given' }
>
