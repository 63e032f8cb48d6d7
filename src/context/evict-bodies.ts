import { bodiesOf, withoutBodies } from './carried-bodies.ts'
import type { CarriedBody, Entry } from './entry.ts'
import { sumSizes } from './measure.ts'
import { collectReferences } from './references.ts'

/** A list without some of its bodies, and how many went. */
export interface Eviction<M> {
  readonly entries: readonly Entry<M>[]
  readonly evictedCount: number
}

/** How many bodies of the list could go: those that take up room and whose reference stays behind. */
export function countEvictable<M>(entries: readonly Entry<M>[]): number {
  return evictableBodies(entries).length
}

/**
 * Takes bodies out, the largest first and of equals the oldest, until the list is no larger than the target. A body
 * whose reference doesn't stay in the list is left alone. Of several in one message, the last that was put in goes first.
 *
 * @param target size of the entries to reach, without overhead
 */
export function evictBodies<M>(entries: readonly Entry<M>[], target: number): Eviction<M> {
  const candidates = evictableBodies(entries).sort(
    (left, right) => right.weight - left.weight || left.at - right.at || left.depth - right.depth,
  )
  let size = sumSizes(entries)
  let evictedCount = 0
  const rest = new Map<number, Entry<M> | null>()
  for (const { at, body } of candidates) {
    if (size <= target) break
    rest.set(at, body.without)
    size -= body.size
    evictedCount += 1
  }
  const kept = entries.flatMap((entry, at) => {
    const without = rest.get(at)
    if (without === undefined) return [entry]
    return without ? [without] : []
  })
  return { entries: kept, evictedCount }
}

interface Evictable<M> {
  readonly at: number
  /** How many bodies of the same entry have to go before it. */
  readonly depth: number
  readonly body: CarriedBody<M>
  /** What it is ordered by: its size, or that of a larger one that it stands in front of. */
  readonly weight: number
}

function evictableBodies<M>(entries: readonly Entry<M>[]): Evictable<M>[] {
  if (!entries.some(({ body }) => body)) return []
  // What the list would still refer to if every body went.
  const durable = collectReferences(
    entries.flatMap((entry) => {
      const rest = withoutBodies(entry)
      return rest ? [rest] : []
    }),
  )
  return entries.flatMap((entry, at) => {
    const bodies = bodiesOf(entry)
    const stays = bodies.findIndex(({ size, digest }) => size <= 0 || !durable.has(digest))
    const going = stays === -1 ? bodies : bodies.slice(0, stays)
    return going.map((body, depth) => {
      const weight = Math.max(...going.slice(depth).map(({ size }) => size))
      return { at, depth, body, weight }
    })
  })
}
