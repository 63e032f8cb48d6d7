import type { MessageReading } from '../../context/reading.ts'

/** What is wrong with the pairs of a list: a result without a call before it, or a call without a result. */
export function findBrokenPair(readings: readonly MessageReading[]): string | undefined {
  const open = new Map<string, number>()
  for (const [index, { links }] of readings.entries()) {
    for (const { type, key } of links) {
      const count = open.get(key) ?? 0
      if (type === 'call') open.set(key, count + 1)
      else if (count === 0) return `the result at ${index} answers no call before it`
      else open.set(key, count - 1)
    }
  }
  return [...open.values()].some((count) => count > 0) ? 'a call has no result' : undefined
}
