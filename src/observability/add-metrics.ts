import type { RunMetrics } from './run-metrics.ts'

type Counts = Readonly<Record<string, unknown>>

/** The totals of a run that went on: sums, and of the largest sizes the larger one. The unit is the same. */
export function addMetrics(before: RunMetrics, since: RunMetrics): RunMetrics {
  return add({ ...before }, { ...since }) as unknown as RunMetrics // every field is a count, a tree of counts, or the unit
}

/** Whether a value has no other fields than some totals, and whole numbers in them. */
export function hasMetricsOf(value: unknown, totals: RunMetrics): boolean {
  return isLike(value, { ...totals })
}

function add(before: Counts, since: Counts): Counts {
  const sums = Object.entries(since).map(([name, value]) => {
    const old = before[name]
    if (typeof value === 'number' && typeof old === 'number') {
      return [name, name === 'largest' ? Math.max(old, value) : old + value]
    }
    if (typeof value === 'object' && value !== null && typeof old === 'object' && old !== null) {
      return [name, add({ ...old }, { ...value })]
    }
    return [name, value]
  })
  return Object.freeze(Object.fromEntries(sums))
}

function isLike(value: unknown, like: unknown): boolean {
  if (typeof like === 'number') return Number.isSafeInteger(value) && Number(value) >= 0
  if (typeof like !== 'object' || like === null) return typeof value === typeof like
  if (typeof value !== 'object' || value === null) return false
  // An earlier release may have counted less.
  return Object.entries(value).every(
    ([name, one]) => Object.hasOwn(like, name) && isLike(one, Reflect.get(like, name)),
  )
}
