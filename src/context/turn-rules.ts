import type { SequenceRules } from './sequence-rules.ts'

/** What a provider demands of turns, for those who choose what to keep. */
export interface TurnRules {
  /** The first message behind the instructions must be the user's. */
  readonly opensWithUser: boolean
  /** A tool result must be followed by an assistant message before the user speaks again. */
  readonly answersCloseExchanges: boolean
  /** A message that calls must stand behind a user message or behind results, not behind an answer. */
  readonly callsFollowUser: boolean
}

/** The turn rules among a provider's rules. Frozen: reducers are shown them. */
export function turnRules(rules: SequenceRules): TurnRules {
  const known = turnRulesOf.get(rules)
  if (known) return known
  const demands = new Set(rules.rules.map(({ demand }) => demand))
  const found = Object.freeze({
    opensWithUser: demands.has('opensWithUser'),
    answersCloseExchanges: demands.has('noUserAfterToolResult'),
    callsFollowUser: demands.has('callsFollowUserOrResults'),
  })
  turnRulesOf.set(rules, found)
  return found
}

const turnRulesOf = new WeakMap<SequenceRules, TurnRules>()

/** What must be known of a unit to tell whether a choice of units keeps the turn rules. */
export interface TurnUnit {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other'
  readonly exchange: boolean
  /** Whether results are the last of it; when that isn't known, an exchange is taken to end so. */
  readonly endsWithResult?: boolean
}

/**
 * Units that a choice needs beside itself so that it keeps the turn rules: the user message that opens the turn which the
 * choice begins in, the answers that close exchanges before a user message, and the user messages between answers and
 * calls.
 */
export function missingTurnUnits(
  units: readonly TurnUnit[],
  isKept: (unit: number) => boolean,
  rules: TurnRules,
): readonly number[] {
  return [
    ...(rules.opensWithUser ? missingOpener(units, isKept) : []),
    ...(rules.answersCloseExchanges ? missingAnswers(units, isKept) : []),
    ...(rules.callsFollowUser ? missingQuestions(units, isKept) : []),
  ]
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
  // The oldest answer behind the unit that was looked at last, as far as the next kept unit.
  let answer = -1
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    const isOpen = endsWithResult(units[unit])
    if (!isKept(unit)) {
      if (units[unit]?.role === 'assistant' && !isOpen) answer = unit
      continue
    }
    if (isOpen && units[next]?.role === 'user' && answer >= 0) missing.push(answer)
    next = unit
    answer = -1
  }
  return missing
}

function endsWithResult(unit: TurnUnit | undefined): boolean {
  return unit?.endsWithResult ?? unit?.exchange ?? false
}

function missingQuestions(units: readonly TurnUnit[], isKept: (unit: number) => boolean): readonly number[] {
  const missing: number[] = []
  let behindAnswer = false
  // The newest user message that was left out since the unit that was kept last.
  let question = -1
  units.forEach(({ role, exchange }, unit) => {
    if (!isKept(unit)) {
      if (role === 'user') question = unit
      return
    }
    if (exchange && behindAnswer && question >= 0) missing.push(question)
    behindAnswer = role === 'assistant' && !endsWithResult(units[unit])
    question = -1
  })
  return missing
}
