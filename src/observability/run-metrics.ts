import type { AssemblyOutcome } from '../../machines/assembly/outcomes.ts'
import type { OffloadDiagnostics, RehydrationDiagnostics } from './artifact-diagnostics.ts'

/** A sum over calls, and the largest of them. */
export interface SizeTotals {
  readonly total: number
  readonly largest: number
}

/** How often something was decided of artifacts, and the UTF-8 bytes that went in and came out. */
export interface ArtifactTotals<Outcome extends string> {
  readonly outcomes: Readonly<Record<Outcome, number>>
  readonly inputBytes: number
  /** Of those decisions that anything came out of. */
  readonly outputBytes: number
}

/** Totals of a run and its children up to now: numbers only. Zero throughout where compaction is off. */
export interface RunMetrics {
  /** Label of the unit of every size here. */
  readonly unit: string
  /** Assemblies that began. Those that came to no decision (aborted, failed) are in no outcome. */
  readonly startedCount: number
  /** Decided assemblies by outcome. */
  readonly outcomes: Readonly<Record<AssemblyOutcome, number>>
  /** Lists that were handed to the host. */
  readonly composedCount: number
  /** Sizes of the lists as they came in, of decided assemblies. */
  readonly originalSize: SizeTotals
  /** Sizes of what was decided. */
  readonly finalSize: SizeTotals
  readonly attemptCount: number
  readonly restartCount: number
  /** How often the reducer was called, also by assemblies that came to no decision. */
  readonly reducerCallCount: number
  /** Attempts that came to nothing. */
  readonly rejectionCount: number
  readonly repairedEntryCount: number
  readonly elidedEntryCount: number
  readonly droppedEntryCount: number
  /** Tool results that were looked at. */
  readonly offloads: ArtifactTotals<OffloadDiagnostics['outcome']>
  /** Requests to read artifacts back. */
  readonly rehydrations: ArtifactTotals<RehydrationDiagnostics['outcome']>
  /** Errors of ours that a call was ended with. */
  readonly refusalCount: number
  /** Sinks that threw, once for each event. */
  readonly reportFailureCount: number
}
