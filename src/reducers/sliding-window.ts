import type { Plan } from '../context/plan.ts'
import type { ReductionRequest } from '../context/reduction.ts'
import { ProfileError } from '../errors/profile-error.ts'
import { answeringAtOnce } from './answers-at-once.ts'
import { withoutTurnUnits } from './drop-oldest.ts'

/** Options of `slidingWindow`. */
export interface SlidingWindowOptions {
  /** Newest units to keep beside the required ones. 0 or more. */
  readonly keep: number
}

/**
 * A reducer that keeps a fixed number of the newest units, and what is required. Use it when a steady short memory is
 * wanted whatever the sizes; it costs no model call and is linear in the number of units.
 *
 * @throws ProfileError when `keep` is not a whole number of at least 0
 */
export function slidingWindow({ keep }: SlidingWindowOptions): (request: ReductionRequest<unknown>) => Plan {
  if (!Number.isSafeInteger(keep) || keep < 0) {
    throw new ProfileError([{ path: 'slidingWindow.keep', message: 'must be a whole number of at least 0' }])
  }
  return answeringAtOnce((request: ReductionRequest<unknown>): Plan => {
    const { units } = request
    const droppable = units.slice(0, Math.max(0, units.length - keep)).filter(({ required }) => !required)
    return {
      drop: withoutTurnUnits(
        request,
        droppable.map(({ index }) => index),
      ),
    }
  })
}
