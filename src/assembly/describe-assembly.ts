import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyOutcome } from '../../machines/assembly/outcomes.ts'
import { checkSequence } from '../context/check-sequence.ts'
import type { Entry } from '../context/entry.ts'
import { contributionsByCategory, sumSizes } from '../context/measure.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import type { AssemblyState } from './assembly-state.ts'

/** What an assembly worked on when it came to its decision. */
export interface DescribedAssembly<M> {
  readonly state: AssemblyState<M>
  /** The newest messages, where they are not those of the snapshot. */
  readonly newest: readonly Entry<M>[] | null
  readonly overhead: number
}

/** The diagnostics of an assembly that came to a decision. */
export function describeAssembly<M>(
  result: AssemblyResult & { readonly outcome: AssemblyOutcome },
  { state, newest, overhead }: DescribedAssembly<M>,
  profile: CheckedProfile,
  rules: SequenceRules,
): AssemblyDiagnostics {
  const { candidate, capture, snapshot } = state
  const terminated = result.outcome === 'irreducible' || result.outcome === 'concurrentMutationLimit'
  const measured = result.outcome === 'concurrentMutationLimit' ? (newest ?? []) : candidate
  const kept = terminated ? [] : keptIndexes(candidate)
  const dropped = terminated ? new Set<number>() : droppedIndexes(capture.messages.length, kept)
  return Object.freeze({
    outcome: result.outcome,
    mode: profile.mode,
    unit: profile.estimator.unit,
    originalSize: result.originalSize,
    finalSize: result.size,
    triggerThreshold: profile.threshold,
    hardLimit: profile.hardLimit,
    attemptCount: result.attemptCount,
    restartCount: result.restartCount,
    stages: Object.freeze([...result.stages]),
    categories: Object.freeze(
      sumSizes(measured) + overhead === result.size ? contributionsByCategory(measured, overhead) : [],
    ),
    finalSequenceValid: terminated ? null : isValid(candidate, snapshot, rules),
    rejections: Object.freeze(
      result.rejections.map(({ attempt, reasons }) =>
        Object.freeze({ attempt, reasons: Object.freeze([...reasons]) }),
      ),
    ),
    repairedEntryCount: state.repairedCount,
    elidedEntryCount: terminated ? 0 : candidate.filter(({ form }) => form === 'elided').length,
    droppedEntryCount: dropped.size,
    droppedCacheMarkCount: snapshot.entries
      .filter(({ hostIndex }) => dropped.has(hostIndex))
      .reduce((sum, { reading }) => sum + reading.cacheMarks, 0),
    keptIndexes: Object.freeze(kept),
    terminationReason: result.reason,
  })
}

function keptIndexes<M>(candidate: readonly Entry<M>[]): number[] {
  const kept = new Set<number>()
  for (const { hostIndex } of candidate) if (hostIndex >= 0) kept.add(hostIndex)
  return [...kept].sort((left, right) => left - right)
}

function droppedIndexes(count: number, kept: readonly number[]): ReadonlySet<number> {
  const dropped = new Set<number>()
  let next = 0
  for (let index = 0; index < count; index += 1) {
    if (kept[next] === index) next += 1
    else dropped.add(index)
  }
  return dropped
}

function isValid<M>(
  candidate: readonly Entry<M>[],
  snapshot: AssemblyState<M>['snapshot'],
  rules: SequenceRules,
): boolean {
  // What is sent was verified to add no defect: without one before there is none now.
  if (snapshot.defects.length === 0) return true
  return candidate !== snapshot.entries && checkSequence(candidate, rules).length === 0
}
