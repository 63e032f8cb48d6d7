import type { Plan } from '../context/plan.ts'
import type { ReductionRequest } from '../context/reduction.ts'
import { missingTurnUnits } from '../context/turn-rules.ts'

/**
 * A reducer that leaves out the oldest units that are not required until the target is reached. Use it when the newest
 * part of a conversation is what counts; it costs no model call and is all but linear in the number of units.
 */
export function dropOldest(): (request: ReductionRequest<unknown>) => Plan {
  return (request) => {
    const { units, currentSize, targetSize } = request
    const droppable = units.filter(({ required }) => !required)
    const dropped = new Set<number>()
    let size = currentSize
    let next = 0
    let goal = targetSize
    for (let step = 1; ; step *= 2) {
      for (; next < droppable.length && size > goal; next += 1) {
        const unit = droppable[next]
        if (!unit) break
        dropped.add(unit.index)
        size -= unit.size
      }
      const drop = withoutTurnUnits(request, dropped)
      const excess = size + sizeOf(request, dropped) - sizeOf(request, drop) - targetSize
      if (excess <= 0 || next >= droppable.length) return { drop }
      // Turn rules want a unit back: more has to go for it. Ever more a round, so that few rounds do.
      goal = size - excess * step
    }
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

function sizeOf({ units }: ReductionRequest<unknown>, indexes: Iterable<number>): number {
  let size = 0
  for (const index of indexes) size += units[index]?.size ?? 0
  return size
}
