import type { SequenceDefect } from './check-sequence.ts'
import type { Digest, Entry } from './entry.ts'
import type { Grouping } from './group-units.ts'
import type { ToolPairing } from './pair-tool-links.ts'

/**
 * The list that an assembly is held to: what the host gave at one moment, after repair. Proposals are verified against
 * it, whatever was evicted, elided or accepted in between.
 */
export interface Snapshot<M> {
  readonly entries: readonly Entry<M>[]
  readonly pairing: ToolPairing
  readonly grouping: Grouping
  /** Numbers of the units that must stay whole. */
  readonly required: ReadonlySet<number>
  /** Defects that came in with the list, or that repair could not mend. */
  readonly defects: readonly SequenceDefect[]
  readonly references: ReadonlySet<Digest>
}

/** Whether the entry at a position belongs to a required unit. */
export function isRequired<M>(snapshot: Snapshot<M>, position: number): boolean {
  const unit = snapshot.grouping.unitOf[position]
  return unit !== undefined && snapshot.required.has(unit)
}
