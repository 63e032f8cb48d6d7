import { createPlimsoll, type Plimsoll, recommended } from 'plimsoll'

export interface WatchedUsage {
  readonly plimsoll: Plimsoll
  /** The input tokens that the estimator heard of, in order. */
  readonly reported: (number | undefined)[]
}

/** A composition whose estimator notes what is reported to it. */
export function watchUsage(): WatchedUsage {
  const reported: (number | undefined)[] = []
  const estimator = {
    unit: 'watched',
    estimate: () => 100,
    observe: (usage: { readonly reported: number | undefined }) => void reported.push(usage.reported),
  }
  return {
    reported,
    plimsoll: createPlimsoll(recommended({ hardLimitUnits: 4_000, estimator, relief: [] })),
  }
}
