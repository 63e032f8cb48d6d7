import { unansweredCalls } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import { pairToolLinks, type ToolPairing } from './pair-tool-links.ts'
import type { Repair, RepairForms } from './repair.ts'
import type { SequenceDemand } from './sequence-rules.ts'
import { splitResults } from './split-results.ts'

/**
 * Closes calls without a result, drops results without a call, and moves results that come late to the exchange that
 * they belong to.
 */
export function repairPairs<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
  forms: RepairForms<M>,
): Repair<M> {
  const pairing = pairToolLinks(entries)
  const closing = demands.has('callsAnswered') ? unansweredCalls(entries, pairing) : []
  const moved = demands.has('resultsFollowCalls') ? pairing.latePairs : []
  const dropped = [
    ...(demands.has('resultsHaveCall') ? pairing.orphanResults : []),
    ...(demands.has('oneResultPerCall') ? pairing.duplicateResults.map(({ result }) => result) : []),
  ]
  const repairedCount = closing.length + moved.length + dropped.length
  if (repairedCount === 0) return { entries, repairedCount }

  const leaving = groupBy([...dropped, ...moved.map(({ result }) => result)], ({ at }) => at)
  const arriving = groupBy(takeApart(entries, moved, forms), ({ callAt }) => callAt)
  const closingAt = groupBy(closing, ({ at }) => at)
  const repaired: Entry<M>[] = []
  // Results that go behind the rest of the response, and behind those which follow it already.
  let pending: Entry<M>[] = []
  entries.forEach((entry, at) => {
    const { role } = entry.reading
    const goesOn = role === 'assistant' && entries[at - 1]?.reading.continues
    // Text beside results is the user's: what is to be a result may not come behind it.
    if (pending.length > 0 && (role === 'tool' ? holdsMoreThanResults(entry, forms) : !goesOn)) {
      for (const result of pending) repaired.push(result)
      pending = []
    }
    const gone = new Set(leaving.get(at)?.map(({ ordinal }) => ordinal))
    const kept = gone.size === 0 ? entry : forms.keepResults(entry, (ordinal) => !gone.has(ordinal), true)
    if (kept) repaired.push(kept)
    for (const { result } of arriving.get(at) ?? []) pending.push(result)
    for (const answer of forms.answerCalls(closingAt.get(at) ?? [])) pending.push(answer)
  })
  return { entries: [...repaired, ...pending], repairedCount }
}

function holdsMoreThanResults<M>(entry: Entry<M>, { keepResults }: RepairForms<M>): boolean {
  return keepResults(entry, () => false, true) !== undefined
}

/** The results of pairs as entries of their own: one for all results of an entry that go to the same call message. */
function takeApart<M>(
  entries: readonly Entry<M>[],
  pairs: ToolPairing['pairs'],
  { keepResults }: RepairForms<M>,
): readonly { readonly callAt: number; readonly result: Entry<M> }[] {
  return [...groupBy(pairs, ({ result }) => result.at)].flatMap(([source, ofSource]) => {
    const entry = entries[source]
    const byCall = [...groupBy(ofSource, ({ call }) => call.at)]
    const ordinals = byCall.map(([, group]) => group.map(({ result }) => result.ordinal))
    const parts = entry ? splitResults(entry, ordinals, keepResults) : []
    return parts.flatMap((result, index) => (result ? [{ callAt: byCall[index]?.[0] ?? -1, result }] : []))
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
