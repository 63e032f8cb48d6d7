import type {
  AssemblyBounds,
  AttemptFailure,
  RejectionReason,
  Staleness,
  StepEvent,
} from '../../machines/index.ts'

/** How large something is, as far as the chart can tell: within the threshold, within the limit, or above it. */
export type SizeBucket = 'small' | 'tight' | 'large'

export const hardLimit = 100
export const threshold = 80
export const sizeOf = { small: 50, tight: 90, large: 150 } as const satisfies Record<SizeBucket, number>
/** What the newest snapshot measures where the history changed. */
export const newestSize = 70

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
