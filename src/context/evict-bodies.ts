import type { Entry } from './entry.ts'
import { sumSizes } from './measure.ts'
import { collectReferences } from './references.ts'

/** A list without some of its bodies, and how many went. */
export interface Eviction<M> {
  readonly entries: readonly Entry<M>[]
  readonly evictedCount: number
}

/** How many bodies of the list could go: those whose reference stays behind. */
export function countEvictable<M>(entries: readonly Entry<M>[]): number {
  const durable = collectReferences(entries)
  return entries.filter(({ body }) => body && durable.has(body.digest)).length
}

/**
 * Takes bodies out, the largest first and of equals the oldest, until the list is no larger than the target. A body
 * whose reference doesn't stay in the list is left alone.
 *
 * @param target size of the entries to reach, without overhead
 */
export function evictBodies<M>(entries: readonly Entry<M>[], target: number): Eviction<M> {
  const durable = collectReferences(entries)
  const candidates = entries
    .flatMap((entry, at) => (entry.body && durable.has(entry.body.digest) ? [{ at, body: entry.body }] : []))
    .sort((left, right) => right.body.size - left.body.size || left.at - right.at)

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
