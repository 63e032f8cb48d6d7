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
 * is added to its end.
 */
export function repairSequence<M>(
  entries: readonly Entry<M>[],
  rules: SequenceRules,
  forms: RepairForms<M>,
): Repair<M> {
  const demands = demandsOf(rules)
  let repair: Repair<M> = { entries, repairedCount: 0 }
  for (const step of steps) {
    const next = step(repair.entries, demands, forms)
    repair = { entries: next.entries, repairedCount: repair.repairedCount + next.repairedCount }
  }
  return repair
}
