/** A clock that goes on by the same step with every look, and when it is told to. */
export interface SteadyClock {
  /** Milliseconds. */
  (): number
  advance(milliseconds: number): void
}

/** Time for tests: begins where it is said, and never depends on the machine. */
export function steadyClock({ start = 0, step = 1 } = {}): SteadyClock {
  let next = start
  const clock = (): number => {
    const now = next
    next += step
    return now
  }
  return Object.assign(clock, {
    advance: (milliseconds: number) => {
      next += milliseconds
    },
  })
}

/** Ids for tests: the prefix and a number that grows from 1. */
export function countedIds(prefix = 'id'): () => string {
  let last = 0
  return () => {
    last += 1
    return `${prefix}-${last}`
  }
}
