import type { Entry } from './entry.ts'
import { pairApprovals } from './pair-approvals.ts'
import type { ToolPairing } from './pair-tool-links.ts'

/** What stays or goes as a whole: one message, or one exchange with everything of its model response. */
export interface Unit {
  /** Positions of its entries, ascending. They need not be adjacent. */
  readonly entries: readonly number[]
  readonly exchange: boolean
  /** Holds an approval that was asked for and not answered, or an answer whose request is not in the list. */
  readonly pendingApproval: boolean
}

/** The units of a list in the order of their first entries, and the unit of each entry. */
export interface Grouping {
  readonly units: readonly Unit[]
  readonly unitOf: readonly number[]
}

/**
 * Groups entries into units. Entries stick together when a call in one is answered in the other, when one asks for an
 * approval of a call in the other or answers such a request, and when a model response goes on from one to the other.
 */
export function groupUnits<M>(entries: readonly Entry<M>[], pairing: ToolPairing): Grouping {
  const parent = entries.map((_, at) => at)
  const find = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    for (let step = at; step !== root; ) {
      const next = parent[step] ?? root
      parent[step] = root
      step = next
    }
    return root
  }
  const join = (one: number, other: number): void => {
    const [first, second] = [find(one), find(other)]
    parent[Math.max(first, second)] = Math.min(first, second)
  }

  for (const { call, result } of pairing.pairs) join(call.at, result.at)
  for (const { call, result } of pairing.duplicateResults) join(call.at, result.at)
  const approvals = pairApprovals(entries)
  for (const [one, other] of approvals.links) join(one, other)
  entries.forEach((entry, at) => {
    const next = entries[at + 1]?.reading
    // A compaction stands for what came before it.
    if (entry.reading.continues && next?.role === 'assistant' && !next.compaction) join(at, at + 1)
  })

  const unitOf: number[] = []
  const members: number[][] = []
  const unitOfRoot = new Map<number, number>()
  entries.forEach((_, at) => {
    const root = find(at)
    const unit = unitOfRoot.get(root) ?? members.push([]) - 1
    unitOfRoot.set(root, unit)
    members[unit]?.push(at)
    unitOf.push(unit)
  })
  const units = members.map((positions) => ({
    entries: positions,
    exchange: positions.some((at) => entries[at]?.kind === 'toolExchange'),
    pendingApproval: positions.some((at) => approvals.pending.has(at) || approvals.unasked.has(at)),
  }))
  return { units, unitOf }
}
