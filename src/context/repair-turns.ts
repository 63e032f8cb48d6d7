import { checkSequence, responsesBefore } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import type { Repair, RepairForms } from './repair.ts'
import type { SequenceDemand } from './sequence-rules.ts'

/** A place before which the provider misses a message, and whose; behind the last one it is the length of the list. */
export interface MissingTurn {
  readonly at: number
  readonly role: 'user' | 'assistant'
}

const roleThatMisses: Partial<Record<SequenceDemand, MissingTurn['role']>> = {
  opensWithUser: 'user',
  callsFollowUserOrResults: 'user',
  noUserAfterToolResult: 'assistant',
  noAssistantLast: 'user',
}

/** Places where turns don't follow one another as the provider wants them, in the order of the list. */
export function missingTurns<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
): readonly MissingTurn[] {
  const rules = turnDemands
    .filter((demand) => demands.has(demand))
    .map((demand) => ({ id: demand, demand, source: '' }))
  if (rules.length === 0) return []
  const responseOf = responsesBefore(entries)
  const missing = checkSequence(entries, { provider: '', rules }).map(({ demand, at }): MissingTurn => {
    const role = roleThatMisses[demand] ?? 'user'
    if (demand === 'noAssistantLast') return { at: at + 1, role }
    // What is missing before a call is missing before its whole response.
    return { at: demand === 'callsFollowUserOrResults' ? (responseOf[at] ?? at) : at, role }
  })
  const byPlace = new Map(missing.map((turn) => [turn.at, turn]))
  return [...byPlace.values()].sort((left, right) => left.at - right.at)
}

/**
 * Puts constant texts where the provider misses a message of the user or of the assistant. The one behind an answer that is
 * the last is for this call alone: in the next one something else stands there.
 */
export function repairTurns<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
  forms: RepairForms<M>,
): Repair<M> {
  const missing = missingTurns(entries, demands)
  return {
    entries: fillTurns(entries, missing, (role) => forms.missingTurn(role)),
    repairedCount: missing.length,
  }
}

/** The list with entries put before the places where a turn is missing. */
export function fillTurns<M>(
  entries: readonly Entry<M>[],
  missing: readonly MissingTurn[],
  make: (role: MissingTurn['role']) => Entry<M>,
): readonly Entry<M>[] {
  if (missing.length === 0) return entries
  const roleAt = new Map(missing.map(({ at, role }) => [at, role]))
  const filled = entries.flatMap((entry, at) => {
    const role = roleAt.get(at)
    return role ? [make(role), entry] : [entry]
  })
  const last = roleAt.get(entries.length)
  return last ? [...filled, make(last)] : filled
}

const turnDemands = [
  'opensWithUser',
  'callsFollowUserOrResults',
  'noUserAfterToolResult',
  'noAssistantLast',
] as const
