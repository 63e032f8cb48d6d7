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
 * whose reference doesn't stay in the list is left alone.
 *
 * @param target size of the entries to reach, without overhead
 */
export function evictBodies<M>(entries: readonly Entry<M>[], target: number): Eviction<M> {
  const candidates = evictableBodies(entries).sort(
    (left, right) => right.body.size - left.body.size || left.at - right.at,
  )
  let size = sumSizes(entries)
  const evicted = new Map<number, Entry<M> | null>()
  for (const { at, body } of candidates) {
    if (size <= target) break
    evicted.set(at, body.without)
    size -= body.size
  }
  const kept = entries.flatMap((entry, at) => {
    if (!evicted.has(at)) return [entry]
    const without = evicted.get(at)
    return without ? [without] : []
  })
  return { entries: kept, evictedCount: evicted.size }
}

function evictableBodies<M>(entries: readonly Entry<M>[]): { at: number; body: CarriedBody<M> }[] {
  if (!entries.some(({ body }) => body)) return []
  // What the list would still refer to if every body went.
  const durable = collectReferences(
    entries.flatMap((entry) => {
      const rest = entry.body ? entry.body.without : entry
      return rest ? [rest] : []
    }),
  )
  return entries.flatMap(({ body }, at) =>
    body && body.size > 0 && durable.has(body.digest) ? [{ at, body }] : [],
  )
}
