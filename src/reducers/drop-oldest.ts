import type { Plan } from '../context/plan.ts'
import type { ReductionRequest } from '../context/reduction.ts'
import { missingTurnUnits, type TurnUnit } from '../context/turn-rules.ts'
import { answeringAtOnce } from './answers-at-once.ts'

/**
 * A reducer that leaves out the oldest units that are not required until the target is reached. Use it when the newest
 * part of a conversation is what counts; it costs no model call and is all but linear in the number of units.
 */
export function dropOldest(): (request: ReductionRequest<unknown>) => Plan {
  return answeringAtOnce((request: ReductionRequest<unknown>): Plan => {
    const { units, currentSize, targetSize } = request
    const droppable = units.filter(({ required }) => !required)
    const dropped: number[] = []
    let size = currentSize
    let next = 0
    let goal = targetSize
    for (let step = 1; ; step *= 2) {
      for (; next < droppable.length && size > goal; next += 1) {
        const unit = droppable[next]
        if (!unit) break
        dropped.push(unit.index)
        size -= unit.size
      }
      const drop = withoutTurnUnits(request, dropped)
      const wanted = drop.length === dropped.length ? 0 : sizeOf(request, dropped) - sizeOf(request, drop)
      const excess = size + wanted - targetSize
      if (excess <= 0 || next >= droppable.length) return { drop }
      // Turn rules want a unit back: more has to go for it. Ever more a round, so that few rounds do.
      goal = size - excess * step
    }
  })
}

/** Units to drop, each of them once, less those that the provider's turn rules want back. */
export function withoutTurnUnits(
  { units, turnRules }: ReductionRequest<unknown>,
  drop: readonly number[],
): readonly number[] {
  const goes = new Uint8Array(units.length)
  for (const unit of drop) goes[unit] = 1
  const turnUnits = units.map(({ role, kind }) => (kind === 'toolExchange' ? exchanges : messages)[role])
  const missing = missingTurnUnits(turnUnits, (unit) => goes[unit] === 0, turnRules)
  if (missing.length === 0) return [...drop]
  for (const unit of missing) goes[unit] = 0
  return drop.filter((unit) => goes[unit] === 1)
}

function sizeOf({ units }: ReductionRequest<unknown>, indexes: readonly number[]): number {
  let size = 0
  for (const index of indexes) size += units[index]?.size ?? 0
  return size
}

// All that turn rules ask of a unit: one object of each kind does for units without number.
const roles = ['system', 'user', 'assistant', 'tool', 'other'] as const
const exchanges = turnUnitsThat(true)
const messages = turnUnitsThat(false)

function turnUnitsThat(exchange: boolean): Readonly<Record<TurnUnit['role'], TurnUnit>> {
  const [system, user, assistant, tool, other] = roles.map((role) => ({ role, exchange }))
  return { system, user, assistant, tool, other } as Record<TurnUnit['role'], TurnUnit> // one for each role
}
