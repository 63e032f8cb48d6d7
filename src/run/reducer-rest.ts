import type { ReducerRest } from '../assembly/workbench-input.ts'

const longestRest = 16

/**
 * Lets a failing reducer rest: after each failure in a row it is left out of twice as many calls, up to 16, as long as the
 * list fits the hard limit without it. A model that is down is not paid for on every call.
 */
export function reducerRest(): ReducerRest {
  let failures = 0
  let resting = 0
  return {
    takeRest: () => {
      if (resting === 0) return false
      resting -= 1
      return true
    },
    note: (failed) => {
      failures = failed ? failures + 1 : 0
      resting = failed ? Math.min(2 ** (failures - 1), longestRest) : 0
    },
  }
}

/** For reducers whose failure fails the call: there is nothing to rest from. */
export const noRest: ReducerRest = Object.freeze({ takeRest: () => false, note: () => {} })
