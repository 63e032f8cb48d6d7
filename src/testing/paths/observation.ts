import type { ChartName, PathFacts } from './generated-path.ts'

/** Where an implementation is. Facts that it can't tell are left out, and are not compared. */
export interface Observation<N extends ChartName = ChartName> {
  /** What happened, where it can tell. */
  readonly event?: string | undefined
  readonly state: string
  readonly facts: Partial<PathFacts<N>>
}
