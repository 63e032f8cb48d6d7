import type { SequenceDefect } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import type { PlacedCall, ToolPairing } from './pair-tool-links.ts'

/** How the workbench makes the entries that a repair asks for. */
export interface RepairForms<M> {
  /** Entries that answer open calls with a text saying that no result is there. */
  answerCalls(calls: readonly PlacedCall[]): readonly Entry<M>[]
  /** The entry with only some of its results; undefined when nothing would be left. */
  keepResults(entry: Entry<M>, keep: (ordinal: number) => boolean): Entry<M> | undefined
}

/** A list that pairs, and how many calls were closed, results dropped and results moved for it. */
export interface Repair<M> {
  readonly entries: readonly Entry<M>[]
  readonly repairedCount: number
}

/**
 * Closes calls without a result, drops results without a call, and moves results that come late to the exchange that
 * they belong to. Only what a rule of the provider refuses is touched.
 */
export function repairSequence<M>(
  entries: readonly Entry<M>[],
  pairing: ToolPairing,
  defects: readonly SequenceDefect[],
  forms: RepairForms<M>,
): Repair<M> {
  const refused = (demand: SequenceDefect['demand']): ReadonlySet<number> =>
    new Set(defects.filter((defect) => defect.demand === demand).map(({ at }) => at))
  const open = refused('callsAnswered')
  const late = refused('resultsFollowCalls')
  const unpaired = new Set([...refused('resultsHaveCall'), ...refused('oneResultPerCall')])
  if (open.size + late.size + unpaired.size === 0) return { entries, repairedCount: 0 }

  const strays = [...pairing.orphanResults, ...pairing.duplicateResults.map(({ result }) => result)]
  const dropped = groupBy(
    strays.filter(({ at }) => unpaired.has(at)),
    ({ at }) => at,
    ({ ordinal }) => ordinal,
  )
  const moved = pairing.pairs.filter(({ result }) => late.has(result.at))
  const leaving = groupBy(
    moved,
    ({ result }) => result.at,
    ({ result }) => result.ordinal,
  )
  const arriving = groupBy(
    moved,
    ({ call }) => call.at,
    ({ result }) => result,
  )
  const closing = groupBy(
    pairing.openCalls.filter(({ at, link }) => open.has(at) && !link.providerExecuted),
    ({ at }) => at,
    (call) => call,
  )

  const repaired: Entry<M>[] = []
  let pending: Entry<M>[] = []
  entries.forEach((entry, at) => {
    if (pending.length > 0 && entry.reading.role !== 'tool') {
      repaired.push(...pending)
      pending = []
    }
    const gone = new Set([...(dropped.get(at) ?? []), ...(leaving.get(at) ?? [])])
    const kept = gone.size === 0 ? entry : forms.keepResults(entry, (ordinal) => !gone.has(ordinal))
    if (kept) repaired.push(kept)
    for (const result of arriving.get(at) ?? []) {
      const source = entries[result.at]
      const taken = source && forms.keepResults(source, (ordinal) => ordinal === result.ordinal)
      if (taken) pending.push(taken)
    }
    pending.push(...forms.answerCalls(closing.get(at) ?? []))
  })
  repaired.push(...pending)
  const closed = [...closing.values()].reduce((sum, calls) => sum + calls.length, 0)
  const removed = [...dropped.values()].reduce((sum, ordinals) => sum + ordinals.length, 0)
  return { entries: repaired, repairedCount: closed + removed + moved.length }
}

function groupBy<T, V>(
  items: readonly T[],
  keyOf: (item: T) => number,
  pick: (item: T) => V,
): Map<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(pick(item))
    else groups.set(keyOf(item), [pick(item)])
  }
  return groups
}
