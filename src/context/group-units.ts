import type { Entry } from './entry.ts'
import { type ApprovalPairing, pairApprovals } from './pair-approvals.ts'
import type { PlacedPair, ToolPairing } from './pair-tool-links.ts'
import type { MessageReading } from './reading.ts'

/** What stays or goes as a whole: one message, or one exchange with everything of its model response. */
export interface Unit {
  /** Positions of its entries, ascending. They need not be adjacent. Frozen: reducers are shown them. */
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
 *
 * @param beginning the grouping of the same list when it was shorter, which spares looking there again
 */
export function groupUnits<M>(
  entries: readonly Entry<M>[],
  pairing: ToolPairing,
  beginning: Grouping = nothing,
): Grouping {
  return growUnits(entries, pairing, beginning) ?? joinUnits(entries, pairing)
}

const nothing: Grouping = Object.freeze({ units: Object.freeze([]), unitOf: Object.freeze([]) })

// The beginning with further entries. Undefined where two units become one, so that those behind get other numbers, and
// where an approval may change what came before.
function growUnits<M>(
  entries: readonly Entry<M>[],
  { pairs, duplicateResults }: ToolPairing,
  beginning: Grouping,
): Grouping | undefined {
  const from = beginning.unitOf.length
  const known = beginning.units.length
  const unitOf = beginning.unitOf.slice()
  const grown = new Map<number, number[]>()
  const added: number[][] = []
  let pair = firstFrom(pairs, from)
  let repeat = firstFrom(duplicateResults, from)
  for (let at = from; at < entries.length; at += 1) {
    const reading = entries[at]?.reading
    if (!reading || reading.approvalRequests.length > 0 || reading.approvalResponses.length > 0)
      return undefined
    let unit = goesOn(entries[at - 1]?.reading, reading) ? unitOf[at - 1] : undefined
    // What a message answers of its own calls has no unit yet.
    for (; pairs[pair]?.result.at === at; pair += 1) {
      const other = unitOf[pairs[pair]?.call.at ?? at]
      if (unit !== undefined && other !== undefined && other !== unit) return undefined
      unit ??= other
    }
    for (; duplicateResults[repeat]?.result.at === at; repeat += 1) {
      const other = unitOf[duplicateResults[repeat]?.call.at ?? at]
      if (unit !== undefined && other !== undefined && other !== unit) return undefined
      unit ??= other
    }
    if (unit === undefined) unit = known + added.push([at]) - 1
    else if (unit >= known) added[unit - known]?.push(at)
    else {
      const positions = grown.get(unit) ?? [...(beginning.units[unit]?.entries ?? [])]
      positions.push(at)
      grown.set(unit, positions)
    }
    unitOf.push(unit)
  }
  const units = beginning.units.slice()
  for (const [unit, positions] of grown) {
    const pendingApproval = units[unit]?.pendingApproval === true
    units[unit] = { ...unitOfPositions(positions, entries), pendingApproval }
  }
  for (const positions of added) units.push(unitOfPositions(positions, entries))
  return { units, unitOf }
}

/** Place of the first pair whose result stands at a position or behind it. */
function firstFrom(pairs: readonly PlacedPair[], from: number): number {
  let first = pairs.length
  while (first > 0 && (pairs[first - 1]?.result.at ?? -1) >= from) first -= 1
  return first
}

function joinUnits<M>(entries: readonly Entry<M>[], pairing: ToolPairing): Grouping {
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
  entries.forEach(({ reading }, at) => {
    if (goesOn(entries[at - 1]?.reading, reading)) join(at - 1, at)
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
  return { units: members.map((positions) => unitOfPositions(positions, entries, approvals)), unitOf }
}

// A compaction stands for what came before it.
function goesOn(before: MessageReading | undefined, reading: MessageReading): boolean {
  return before?.continues === true && reading.role === 'assistant' && !reading.compaction
}

function unitOfPositions<M>(
  positions: readonly number[],
  entries: readonly Entry<M>[],
  approvals?: ApprovalPairing,
): Unit {
  return {
    entries: Object.freeze(positions),
    exchange: positions.some((at) => entries[at]?.kind === 'toolExchange'),
    pendingApproval: positions.some((at) => approvals?.pending.has(at) || approvals?.unasked.has(at)),
  }
}
