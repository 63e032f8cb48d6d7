import type { Entry } from '../context/entry.ts'
import { isRequired, type Snapshot } from '../context/snapshot.ts'
import type { ReductionRange, StandIn } from '../memory/reduction-range.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'

/**
 * The candidate with everything left out and elided that an earlier reduction left out and elided, and with what stood in
 * its place; null when nothing of it can be done again. What is required by now stays, and so does a range that would tear
 * a unit.
 */
export function replayReduction<M>(
  { snapshot, candidate }: Pick<AssemblyState<M>, 'snapshot' | 'candidate'>,
  recalled: readonly ReductionRange[],
  maker: EntryMaker<M>,
): readonly Entry<M>[] | null {
  const left = droppableRanges(snapshot, recalled)
  const elided = new Set(elidablePositions(snapshot, recalled))
  if (left.length === 0 && elided.size === 0) return null
  const gone = new Set(left.flatMap(positionsOf))
  const waiting = [...left].sort((one, other) => one.from - other.from)
  const entries: Entry<M>[] = []
  const standInsBefore = (position: number): readonly StandIn[] => {
    const standIns: StandIn[] = []
    while ((waiting[0]?.from ?? Number.POSITIVE_INFINITY) <= position)
      standIns.push(...(waiting.shift()?.standIns ?? []))
    return standIns
  }
  const stand = (standIn: StandIn): Entry<M> =>
    standIn.type === 'notice' ? maker.notice(standIn.role) : maker.summary(standIn.text)
  for (const entry of candidate) {
    entries.push(...standInsBefore(entry.position).map(stand))
    if (gone.has(entry.position)) continue
    entries.push(elided.has(entry.position) ? (maker.elided(entry) ?? entry) : entry)
  }
  entries.push(...standInsBefore(snapshot.entries.length).map(stand))
  return entries
}

/** Positions whose results an earlier call elided, and may be elided still. */
export function elidablePositions<M>(
  snapshot: Snapshot<M>,
  recalled: readonly ReductionRange[],
): readonly number[] {
  return recalled
    .flatMap(({ from, elided }) => elided?.map((offset) => from + offset) ?? [])
    .filter((position) => !isRequired(snapshot, position))
}

// A range that goes may be what another one needs to be whole: they are looked at until all that are left can go.
function droppableRanges<M>(
  snapshot: Snapshot<M>,
  recalled: readonly ReductionRange[],
): readonly ReductionRange[] {
  let left = recalled.filter(
    (range) =>
      range.elided === null && !positionsOf(range).some((position) => isRequired(snapshot, position)),
  )
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const gone = new Set(left.flatMap(positionsOf))
    left = left.filter((range) => !positionsOf(range).some((position) => isTorn(snapshot, position, gone)))
  }
  return left
}

function isTorn<M>({ grouping }: Snapshot<M>, position: number, gone: ReadonlySet<number>): boolean {
  const unit = grouping.units[grouping.unitOf[position] ?? -1]
  return unit === undefined || !unit.entries.every((member) => gone.has(member))
}

function positionsOf({ from, count }: ReductionRange): readonly number[] {
  return Array.from({ length: count }, (_, offset) => from + offset)
}
