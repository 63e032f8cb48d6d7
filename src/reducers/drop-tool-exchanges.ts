import type { Plan } from '../context/plan.ts'
import type { ReductionRequest } from '../context/reduction.ts'
import { ProfileError } from '../errors/profile-error.ts'
import { answeringAtOnce } from './answers-at-once.ts'
import { withoutTurnUnits } from './drop-oldest.ts'

/** Options of `dropToolExchanges`. */
export interface DropToolExchangesOptions {
  /** Newest tool exchanges to keep, required ones among them. 0 or more. */
  readonly keep: number
}

/**
 * A reducer that leaves out tool calls with their results, all but the newest, and keeps what people and the model said.
 * Use it for agents whose results are used once, such as files read and pages fetched; where answers build on old results
 * it costs the model that knowledge. It asks no model, and is linear in the number of units. Not enough on its own where
 * the talk itself is long: put it first in a `chain`.
 *
 * @throws ProfileError when `keep` is not a whole number of at least 0
 */
export function dropToolExchanges({
  keep,
}: DropToolExchangesOptions): (request: ReductionRequest<unknown>) => Plan {
  if (!Number.isSafeInteger(keep) || keep < 0) {
    throw new ProfileError([
      { path: 'dropToolExchanges.keep', message: 'must be a whole number of at least 0' },
    ])
  }
  return answeringAtOnce((request: ReductionRequest<unknown>): Plan => {
    const exchanges = request.units.filter(({ kind }) => kind === 'toolExchange')
    const droppable = exchanges
      .slice(0, Math.max(0, exchanges.length - keep))
      .filter(({ required }) => !required)
    return {
      drop: withoutTurnUnits(
        request,
        droppable.map(({ index }) => index),
      ),
    }
  })
}
