import { checkSequence, type SequenceDefect } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import type { Repair, RepairForms } from './repair.ts'
import { repairCallIds } from './repair-call-ids.ts'
import { dropEmpty, dropReasoningAlone } from './repair-emptiness.ts'
import { repairPairs } from './repair-pairs.ts'
import { joinResults } from './repair-result-messages.ts'
import { repairTurns } from './repair-turns.ts'
import { demandsOf, type SequenceDemand, type SequenceRules } from './sequence-rules.ts'

type Step = <M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
  forms: RepairForms<M>,
) => Repair<M>

// Each step may leave work for those behind it, and none for those before.
const steps: readonly Step[] = [
  dropEmpty,
  repairPairs,
  dropReasoningAlone,
  repairCallIds,
  joinResults,
  repairTurns,
]

/**
 * Mends what a provider's rules refuse, and touches nothing else: the same list is mended alike at every call, whatever
 * is added to its end. What can't be mended without breaking another rule stays as it is.
 */
export function repairSequence<M>(
  entries: readonly Entry<M>[],
  rules: SequenceRules,
  forms: RepairForms<M>,
): Repair<M> {
  const demands = demandsOf(rules)
  const cameIn = checkSequence(entries, rules)
  let accepted: Repair<M> = { entries, repairedCount: 0 }
  let repair = accepted
  let defects = cameIn
  for (let round = 0; round < mostRounds && defects.length > 0; round += 1) {
    for (const step of steps) {
      const next = step(repair.entries, demands, forms)
      repair = { entries: next.entries, repairedCount: repair.repairedCount + next.repairedCount }
    }
    const left = checkSequence(repair.entries, rules)
    const isWorse = breaksMore(cameIn, left, rules)
    if (left.length >= defects.length && !isWorse) break
    if (!isWorse) accepted = repair
    defects = left
  }
  return accepted
}

// What goes with a result, or comes behind a call, may break a rule of its own: then the steps are taken again.
const mostRounds = 3

function breaksMore(
  cameIn: readonly SequenceDefect[],
  left: readonly SequenceDefect[],
  { rules }: SequenceRules,
): boolean {
  const count = (defects: readonly SequenceDefect[], id: string): number =>
    defects.filter(({ rule }) => rule === id).length
  return rules.some(({ id }) => count(left, id) > count(cameIn, id))
}
