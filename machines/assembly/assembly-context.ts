import type { AssemblyInput, AssemblyResult, AttemptRejection, Staleness } from './assembly.ports.ts'
import type {
  AttemptFailure,
  CandidateOrigin,
  RejectionReason,
  Stage,
  TerminationReason,
} from './outcomes.ts'
import type { StepInput } from './task.ts'

/** Facts of one assembly. No content, no ids, no digests: the inspector may show all of it. */
export interface AssemblyContext extends AssemblyInput {
  /** Grows with every restart; events of an older epoch are ignored. */
  readonly epoch: number
  readonly attempts: number
  readonly restarts: number
  /** The attempt that this epoch's restart would consume is consumed: the reducer was asked. */
  readonly attemptCovered: boolean
  readonly restartedForLease: boolean
  readonly interrupted: boolean
  readonly intact: boolean
  readonly evictable: number
  readonly originalSize: number | null
  /** Of the current candidate. */
  readonly size: number
  readonly origin: CandidateOrigin
  readonly reliefTaken: number
  readonly staleness: Staleness
  readonly newestSize: number
  readonly failure: AttemptFailure | null
  readonly reasons: readonly RejectionReason[]
  readonly reason: TerminationReason | null
  readonly stages: readonly Stage[]
  readonly rejections: readonly AttemptRejection[]
  readonly result: AssemblyResult | null
}

export function openingContext({ workbench, bounds }: AssemblyInput): AssemblyContext {
  return {
    workbench,
    bounds,
    epoch: 0,
    attempts: 0,
    restarts: 0,
    attemptCovered: false,
    restartedForLease: false,
    interrupted: false,
    intact: true,
    evictable: 0,
    originalSize: null,
    size: 0,
    origin: 'asIs',
    reliefTaken: 0,
    staleness: 'none',
    newestSize: 0,
    failure: null,
    reasons: [],
    reason: null,
    stages: [],
    rejections: [],
    result: null,
  }
}

/** What a step needs to know. */
export function stepInput({ context }: { readonly context: AssemblyContext }): StepInput {
  const { workbench, epoch, attempts, rejections } = context
  // An older rejection speaks of a candidate that an accepted proposal or a restart has replaced.
  const last = rejections.find(({ attempt }) => attempt === attempts - 1)?.reasons ?? []
  return { workbench, epoch, attempt: attempts, last }
}

/** The stages, with one more. */
export function noted(context: AssemblyContext, stage: Stage): Pick<AssemblyContext, 'stages'> {
  return { stages: [...context.stages, stage] }
}

/** Everything that a restart forgets. */
export function restarted(context: AssemblyContext): Partial<AssemblyContext> {
  return {
    epoch: context.epoch + 1,
    restarts: context.restarts + 1,
    attemptCovered: false,
    origin: 'asIs',
    reliefTaken: 0,
    staleness: 'none',
    failure: null,
    reasons: [],
    ...noted(context, 'restartedAfterMutation'),
  }
}

/** What the final states report. */
export function resultOf(context: AssemblyContext, outcome: AssemblyResult['outcome']): AssemblyResult {
  return {
    outcome,
    reason: reasonOf(context, outcome),
    origin: context.origin,
    size: outcome === 'concurrentMutationLimit' ? context.newestSize : context.size,
    originalSize: context.originalSize ?? 0,
    attemptCount: context.attempts,
    restartCount: context.restarts,
    stages: context.stages,
    rejections: context.rejections,
  }
}

function reasonOf(context: AssemblyContext, outcome: AssemblyResult['outcome']): TerminationReason | null {
  if (outcome === 'concurrentMutationLimit') return 'concurrentMutation'
  return outcome === 'irreducible' ? (context.reason ?? 'requiredContentTooLarge') : null
}
