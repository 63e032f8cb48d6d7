import type { Entry } from './entry.ts'
import { isRequired, type Snapshot } from './snapshot.ts'

/** A list in which some results are replaced by a notice, and the positions of those entries. */
export interface Elision<M> {
  readonly entries: readonly Entry<M>[]
  readonly elided: readonly number[]
}

/**
 * Replaces results, the oldest first, until the list is no larger than the target. Call, id and order stay.
 *
 * @param order positions that may be elided, in the order in which they go
 * @param elide makes the elided form of an entry; undefined when there is nothing in it to take out
 * @param size size of the list that the target speaks of
 */
export function elideResults<M>(
  entries: readonly Entry<M>[],
  order: readonly number[],
  elide: (entry: Entry<M>) => Entry<M> | undefined,
  size: number,
  target: number,
): Elision<M> {
  const replaced = new Map<number, Entry<M>>()
  let rest = size
  for (const position of order) {
    if (rest <= target) break
    const entry = entries[position]
    const elided = entry && elide(entry)
    if (!entry || !elided || elided.size >= entry.size) continue
    replaced.set(position, elided)
    rest -= entry.size - elided.size
  }
  if (replaced.size === 0) return { entries, elided: [] }
  return {
    entries: entries.map((entry, position) => replaced.get(position) ?? entry),
    elided: [...replaced.keys()].sort((left, right) => left - right),
  }
}

/** Positions of result entries outside the required units, the oldest first. */
export function olderResults<M>(snapshot: Snapshot<M>): readonly number[] {
  return resultPositions(snapshot).filter((position) => !isRequired(snapshot, position))
}

/** Positions of result entries inside the required units, the oldest first. What the host pins keeps its results. */
export function requiredResults<M>(snapshot: Snapshot<M>): readonly number[] {
  const { entries, grouping } = snapshot
  const pinned = new Set(
    entries.flatMap((entry, position) => (entry.pinned ? [grouping.unitOf[position]] : [])),
  )
  return resultPositions(snapshot).filter(
    (position) => isRequired(snapshot, position) && !pinned.has(grouping.unitOf[position]),
  )
}

function resultPositions<M>({ entries }: Snapshot<M>): readonly number[] {
  return entries.flatMap(({ reading }, position) =>
    reading.links.some((link) => link.type === 'result' && link.elidable) ? [position] : [],
  )
}
