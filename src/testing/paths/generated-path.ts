import type {
  AssemblyBounds,
  AssemblyResult,
  AttemptRejection,
  CandidateOrigin,
  LeaseLedger,
  LeasesInput,
  RunInput,
  Stage,
} from '../../../machines/index.ts'
import type { SizeClass } from './size-classes.ts'

/** A chart of `plimsoll/machines`. */
export type ChartName = 'assembly' | 'run' | 'leases'

/** What an assembly chart is started with, but for the workbench. */
export interface AssemblyPathInput {
  readonly bounds: AssemblyBounds
}

/** What a run chart is started with: digests, as numbers, that were delivered before. */
export type RunPathInput = RunInput

/** What a leases chart is started with. */
export type LeasesPathInput = LeasesInput

/** What is known of an assembly at one place of a path. */
export interface AssemblyPathFacts {
  readonly attempts: number
  readonly restarts: number
  readonly origin: CandidateOrigin
  readonly stages: readonly Stage[]
  readonly rejections: readonly AttemptRejection[]
  /** Class of the current candidate's size; null before the first capture. */
  readonly size: SizeClass | null
  readonly originalSize: SizeClass | null
  /** Null as long as the assembly goes on. */
  readonly result: Pick<AssemblyResult, 'outcome' | 'reason' | 'attemptCount' | 'restartCount'> | null
}

/** What is known of a run at one place of a path. */
export interface RunPathFacts {
  readonly openSlots: readonly string[]
  readonly settledCalls: number
}

/** What is known of the leases at one place of a path. */
export type LeasesPathFacts = LeaseLedger

interface InputOf {
  readonly assembly: AssemblyPathInput
  readonly run: RunPathInput
  readonly leases: LeasesPathInput
}

interface FactsOf {
  readonly assembly: AssemblyPathFacts
  readonly run: RunPathFacts
  readonly leases: LeasesPathFacts
}

/** What the chart of a path is started with. */
export type PathInput<N extends ChartName = ChartName> = InputOf[N]
/** What is known at one place of a path. */
export type PathFacts<N extends ChartName = ChartName> = FactsOf[N]

/** One event of a path, and where the chart is after it. */
export interface PathStep<N extends ChartName = ChartName> {
  /** As the chart takes it, without what is no JSON. */
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>
  /** The state value as a path, such as `verify.confirming`. */
  readonly state: string
  readonly facts: PathFacts<N>
}

/** A way through a chart, from its start. Plain JSON: sizes, literals and counts, and no content. */
export interface GeneratedPath<N extends ChartName = ChartName> {
  readonly chart: N
  /** Where it ends, and by which events, in words. */
  readonly description: string
  readonly input: PathInput<N>
  /** Where the chart waits for the first event. */
  readonly start: Pick<PathStep<N>, 'state' | 'facts'>
  readonly steps: readonly PathStep<N>[]
}
