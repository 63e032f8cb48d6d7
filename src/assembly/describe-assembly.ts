import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyOutcome } from '../../machines/assembly/outcomes.ts'
import { checkSequence } from '../context/check-sequence.ts'
import type { Entry } from '../context/entry.ts'
import { contributionsByCategory, sumSizes } from '../context/measure.ts'
import { nameApprovals } from '../context/name-approvals.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { Snapshot } from '../context/snapshot.ts'
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
  const dropped = terminated ? noDrop : describeDrop(capture.messages.length, kept, snapshot)
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
      sumSizes(measured) + overhead === result.size
        ? contributionsByCategory(nameApprovals(measured), overhead)
        : [],
    ),
    finalSequenceValid: terminated ? null : isValid(candidate, snapshot, rules),
    rejections: Object.freeze(
      result.rejections.map(({ attempt, reasons }) =>
        Object.freeze({ attempt, reasons: Object.freeze([...reasons]) }),
      ),
    ),
    repairedEntryCount: state.repairedCount,
    elidedEntryCount: terminated ? 0 : candidate.filter(({ form }) => form === 'elided').length,
    droppedEntryCount: dropped.entries,
    droppedCacheMarkCount: dropped.cacheMarks,
    keptIndexes: Object.freeze(kept),
    terminationReason: result.reason,
  })
}

function keptIndexes<M>(candidate: readonly Entry<M>[]): number[] {
  const kept: number[] = []
  let isAscending = true
  for (const { hostIndex } of candidate) {
    if (hostIndex < 0) continue
    if (hostIndex <= (kept[kept.length - 1] ?? -1)) isAscending = false
    kept.push(hostIndex)
  }
  return isAscending ? kept : [...new Set(kept)].sort((left, right) => left - right)
}

/** How many messages of the host's list were left out, and the cache marks in them. */
interface Drop {
  readonly entries: number
  readonly cacheMarks: number
}

const noDrop: Drop = Object.freeze({ entries: 0, cacheMarks: 0 })

function describeDrop<M>(count: number, kept: readonly number[], { entries }: Snapshot<M>): Drop {
  const stays = new Uint8Array(count)
  for (const index of kept) stays[index] = 1
  let cacheMarks = 0
  for (const { hostIndex, reading } of entries) if (stays[hostIndex] === 0) cacheMarks += reading.cacheMarks
  return { entries: count - kept.length, cacheMarks }
}

function isValid<M>(candidate: readonly Entry<M>[], snapshot: Snapshot<M>, rules: SequenceRules): boolean {
  // What is sent was verified to add no defect: without one before there is none now.
  if (snapshot.defects.length === 0) return true
  return candidate !== snapshot.entries && checkSequence(candidate, rules).length === 0
}
