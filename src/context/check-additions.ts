import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import type { Entry } from './entry.ts'
import type { SequenceRules } from './sequence-rules.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Rule 3: what is new is a summary, text of the user role, and stands in a gap where content was dropped, at a place
 * that the provider allows. Entries that the workbench writes itself, the ledger and the notice, are judged elsewhere.
 */
export function checkAdditions<M>(
  snapshot: Snapshot<M>,
  proposal: readonly Entry<M>[],
  rules: SequenceRules,
  find: (reason: RejectionReason) => void,
): void {
  const kept = new Set(proposal.map(({ position }) => position))
  const positionsAfter = nextPositions(proposal, snapshot.entries.length)
  let before = -1
  proposal.forEach((entry, place) => {
    if (entry.position >= 0) before = Math.max(before, entry.position)
    if (entry.form !== 'summary' && entry.form !== 'foreign') return
    if (!isPlainUserText(entry)) {
      find('forgedStructuralEntry')
      checkForgedLinks(snapshot, entry, find)
    } else if (!gapHolds(kept, before, positionsAfter[place] ?? snapshot.entries.length))
      find('misplacedSummary')
    else if (!userMayFollow(proposal[place - 1], rules)) find('misplacedSummary')
  })
}

/** Whether a message is nothing but text of the user role, with something in it. */
export function isPlainUserText<M>({ reading }: Entry<M>): boolean {
  return (
    reading.role === 'user' &&
    reading.plainText !== undefined &&
    reading.plainText.trim() !== '' &&
    reading.links.length === 0
  )
}

/** Whether the provider takes a message of the user role behind this entry. */
export function userMayFollow<M>(before: Entry<M> | undefined, rules: SequenceRules): boolean {
  if (before?.reading.role !== 'tool') return true
  return !rules.rules.some(({ demand }) => demand === 'noUserAfterToolResult')
}

function nextPositions<M>(proposal: readonly Entry<M>[], end: number): readonly number[] {
  const next: number[] = new Array(proposal.length)
  let position = end
  for (let place = proposal.length - 1; place >= 0; place -= 1) {
    next[place] = position
    const own = proposal[place]?.position ?? -1
    if (own >= 0) position = own
  }
  return next
}

function gapHolds(kept: ReadonlySet<number>, before: number, after: number): boolean {
  for (let at = before + 1; at < after; at += 1) if (!kept.has(at)) return true
  return false
}

// Says more precisely what a forged message forges, so that a reducer can learn from it.
function checkForgedLinks<M>(
  snapshot: Snapshot<M>,
  { reading }: Entry<M>,
  find: (reason: RejectionReason) => void,
): void {
  if (reading.links.length === 0) return
  const exchanges = new Set<number | undefined>()
  for (const link of reading.links) {
    const pair = snapshot.pairing.pairs.findLast(({ call }) => call.link.key === link.key)
    if (link.type === 'call' && pair) find('duplicateToolCall')
    if (link.type === 'result' && !pair) find('orphanedToolResult')
    if (link.type === 'result' && pair) exchanges.add(snapshot.grouping.unitOf[pair.call.at])
  }
  if (exchanges.size > 1) find('crossExchangeResult')
}
