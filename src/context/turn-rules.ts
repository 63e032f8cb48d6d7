import type { SequenceRules } from './sequence-rules.ts'

/** What a provider demands of turns, for those who choose what to keep. */
export interface TurnRules {
  /** The first message behind the instructions must be the user's. */
  readonly opensWithUser: boolean
  /** A tool result must be followed by an assistant message before the user speaks again. */
  readonly answersCloseExchanges: boolean
}

export function turnRules({ rules }: SequenceRules): TurnRules {
  return {
    opensWithUser: rules.some(({ demand }) => demand === 'opensWithUser'),
    answersCloseExchanges: rules.some(({ demand }) => demand === 'noUserAfterToolResult'),
  }
}

/** What must be known of a unit to tell whether a choice of units keeps the turn rules. */
export interface TurnUnit {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other'
  readonly exchange: boolean
}

/**
 * Units that a choice needs beside itself so that it keeps the turn rules: the user message that opens the turn which the
 * choice begins in, and the answer that closes an exchange before a user message.
 */
export function missingTurnUnits(
  units: readonly TurnUnit[],
  isKept: (unit: number) => boolean,
  rules: TurnRules,
): readonly number[] {
  const missing: number[] = []
  if (rules.opensWithUser) missing.push(...missingOpener(units, isKept))
  if (rules.answersCloseExchanges) missing.push(...missingAnswers(units, isKept))
  return missing
}

function missingOpener(units: readonly TurnUnit[], isKept: (unit: number) => boolean): readonly number[] {
  const first = units.findIndex(({ role }, unit) => role !== 'system' && isKept(unit))
  if (first === -1 || units[first]?.role === 'user') return []
  for (let unit = first - 1; unit >= 0; unit -= 1) if (units[unit]?.role === 'user') return [unit]
  return []
}

function missingAnswers(units: readonly TurnUnit[], isKept: (unit: number) => boolean): readonly number[] {
  const missing: number[] = []
  let next = -1
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    if (!isKept(unit)) continue
    const answer = units[unit + 1]
    const speaksNext = next >= 0 && units[next]?.role === 'user'
    if (units[unit]?.exchange && speaksNext && answer?.role === 'assistant' && !answer.exchange)
      missing.push(unit + 1)
    next = unit
  }
  return missing
}
