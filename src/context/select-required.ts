import type { Entry } from './entry.ts'
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

  entries.forEach((entry, at) => {
    if (entry.pinned || isRequiredKind(entry)) requireEntry(at)
  })
  grouping.units.forEach((unit, number) => {
    if (unit.pendingApproval) required.add(number)
  })
  requireEntry(entries.findLastIndex(({ reading }) => reading.compaction))
  const task = entries.findLastIndex(isHumanMessage)
  requireEntry(task)
  requireEntry(entries.findLastIndex((entry, at) => at > task && speaksBesideResults(entry)))
  if (retention.pinFirstUserMessage) requireEntry(entries.findIndex(isHumanMessage))
  for (const unit of newestUnits(entries, grouping, retention.recentMessageRetentionCount)) required.add(unit)
  return required
}

function isRequiredKind<M>({ kind }: Entry<M>): boolean {
  return (
    kind === 'systemInstruction' || kind === 'authoritativeSessionState' || kind === 'approvalSecurityState'
  )
}

function isHumanMessage<M>({ kind, reading }: Entry<M>): boolean {
  return kind === 'conversationalMessage' && reading.role === 'user' && hasText(reading.pieces)
}

// Some shapes put what the user says into the message with the results. It may be the task, or a mere reminder of the
// host's: it is required beside the newest message of the user, not in its stead.
function speaksBesideResults<M>({ kind, reading }: Entry<M>): boolean {
  const answers = reading.role === 'user' || reading.role === 'tool'
  return kind === 'toolExchange' && answers && hasText(reading.pieces)
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
