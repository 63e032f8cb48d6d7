import type { Plan } from '../context/plan.ts'
import type { ReductionRequest } from '../context/reduction.ts'
import { missingTurnUnits } from '../context/turn-rules.ts'

/**
 * A reducer that leaves out the oldest units that are not required until the target is reached. Use it when the newest
 * part of a conversation is what counts; it costs no model call and is linear in the number of units.
 */
export function dropOldest(): (request: ReductionRequest<unknown>) => Plan {
  return (request) => {
    const dropped = new Set<number>()
    let size = request.currentSize
    for (const { index, required, size: unitSize } of request.units) {
      if (size <= request.targetSize) break
      if (required) continue
      dropped.add(index)
      size -= unitSize
    }
    return { drop: withoutTurnUnits(request, dropped) }
  }
}

/** Units to drop, less those that the provider's turn rules want back. */
export function withoutTurnUnits(request: ReductionRequest<unknown>, dropped: ReadonlySet<number>): number[] {
  const units = request.units.map(({ role, kind }) => ({ role, exchange: kind === 'toolExchange' }))
  const missing = new Set(
    missingTurnUnits(units, (unit) => unit < units.length && !dropped.has(unit), request.turnRules),
  )
  return [...dropped].filter((unit) => !missing.has(unit))
}
