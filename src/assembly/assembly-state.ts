import type { ReadProposal } from '../context/apply-plan.ts'
import type { Entry } from '../context/entry.ts'
import type { Snapshot } from '../context/snapshot.ts'
import type { StandingBody } from './carry-bodies.ts'
import type { Capture } from './history.ts'

/** What the workbench has accepted so far. Only the chart's accepting transitions change it, by adopting a draft. */
export interface AssemblyState<M> {
  readonly capture: Capture<M>
  /** The host's messages as they were read: an edit in place is told by them, whatever was made of them since. */
  readonly read: readonly Entry<M>[]
  /** The snapshot's entries before bodies were put in and results elided: what a memory knows them by. */
  readonly originals: readonly Entry<M>[]
  readonly snapshot: Snapshot<M>
  readonly repairedCount: number
  /** Keys of the bodies that another call holds. */
  readonly withheld: readonly string[]
  /** Whether bodies ride in the snapshot, or stand beside it: else none is in any list that is made of it. */
  readonly carries: boolean
  /** Bodies that the call holds for messages of their own. */
  readonly standing: readonly StandingBody[]
  readonly candidate: readonly Entry<M>[]
  /** What the reducer answered last, read. */
  readonly proposal: ReadProposal<M> | null
}
