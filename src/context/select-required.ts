import type { Entry, EntryKind } from './entry.ts'
import type { Grouping } from './group-units.ts'

/** How much is required beyond what an entry's kind demands. */
export interface Retention {
  /** Newest units that are always kept. */
  readonly recentMessageRetentionCount: number
  readonly pinFirstUserMessage: boolean
}

/**
 * Numbers of the units that every list must keep whole: instructions, session state, pending approvals, pinned entries,
 * the newest compaction item, the task, and the newest units.
 */
export function selectRequired<M>(
  entries: readonly Entry<M>[],
  grouping: Grouping,
  retention: Retention,
): ReadonlySet<number> {
  const required = new Set<number>()
  const requireEntry = (at: number): void => {
    const unit = grouping.unitOf[at]
    if (unit !== undefined) required.add(unit)
  }

  let compaction = -1
  // A loop, and one for all of it: this is looked at anew for every call, however long the list.
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry?.pinned || isRequiredKind(entry?.kind)) requireEntry(at)
    if (entry?.reading.compaction) compaction = at
  }
  for (let number = 0; number < grouping.units.length; number += 1)
    if (grouping.units[number]?.pendingApproval) required.add(number)
  requireEntry(compaction)
  const task = entries.findLastIndex(isHumanMessage)
  requireEntry(task)
  for (let at = entries.length - 1; at > task; at -= 1) {
    if (!speaksBesideResults(entries[at])) continue
    requireEntry(at)
    break
  }
  if (retention.pinFirstUserMessage) requireEntry(entries.findIndex(isHumanMessage))
  for (const unit of newestUnits(entries, grouping, retention.recentMessageRetentionCount)) required.add(unit)
  return required
}

function isRequiredKind(kind: EntryKind | undefined): boolean {
  return (
    kind === 'systemInstruction' || kind === 'authoritativeSessionState' || kind === 'approvalSecurityState'
  )
}

function isHumanMessage<M>({ kind, reading }: Entry<M>): boolean {
  return kind === 'conversationalMessage' && reading.role === 'user' && hasText(reading.pieces)
}

// Some shapes put what the user says into the message with the results. It may be the task, or a mere reminder of the
// host's: it is required beside the newest message of the user, not in its stead.
function speaksBesideResults<M>(entry: Entry<M> | undefined): boolean {
  if (entry?.kind !== 'toolExchange') return false
  const { role, pieces } = entry.reading
  return (role === 'user' || role === 'tool') && hasText(pieces)
}

function hasText(pieces: Entry<unknown>['reading']['pieces']): boolean {
  return pieces.some((piece) => piece.type === 'text' && piece.text.trim() !== '')
}

// Units count, and the units of as many newest messages: a result that comes late belongs to an older exchange.
function newestUnits<M>(
  entries: readonly Entry<M>[],
  grouping: Grouping,
  count: number,
): ReadonlySet<number> {
  const units = new Set<number>()
  let messages = 0
  for (let at = entries.length - 1; at >= 0 && messages < count; at -= 1) {
    const unit = grouping.unitOf[at]
    if (unit === undefined || !countsAsRecent(entries[at])) continue
    messages += 1
    units.add(unit)
  }
  let recent = 0
  for (let number = grouping.units.length - 1; number >= 0 && recent < count; number -= 1) {
    const unit = grouping.units[number]
    if (!unit?.exchange && !countsAsRecent(entries[unit?.entries[0] ?? -1])) continue
    recent += 1
    units.add(number)
  }
  return units
}

function countsAsRecent<M>(entry: Entry<M> | undefined): boolean {
  return entry?.kind === 'conversationalMessage' || entry?.kind === 'toolExchange'
}
