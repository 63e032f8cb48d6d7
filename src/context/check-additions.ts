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
  // Looked at for the first summary: most lists have none.
  let gaps: readonly boolean[] | undefined
  const forged: Entry<M>[] = []
  proposal.forEach((entry, place) => {
    if (snapshot.entries[entry.position] || isOurs(entry)) return
    if (entry.form !== 'summary' || !isPlainUserText(entry)) {
      forged.push(entry)
      return
    }
    gaps ??= gapsBeside(proposal, snapshot.entries.length)
    if (!gaps[place] || !userMayFollow(proposal[place - 1], rules)) find('misplacedSummary')
  })
  if (forged.length === 0) return
  find('forgedStructuralEntry')
  checkForgedLinks(snapshot, forged, find)
}

/** Whether an entry is one that only the workbench writes. */
export function isOurs<M>({ form, body }: Entry<M>): boolean {
  // A body that rides in an entry of the host's has that beneath it; one in a message of its own has nothing.
  return form === 'ledger' || form === 'notice' || body?.without === null
}

/** Whether a message is nothing but text of the user role, with something in it. */
export function isPlainUserText<M>({ reading }: Entry<M>): boolean {
  return reading.role === 'user' && reading.plainText !== undefined && reading.plainText.trim() !== ''
}

/** Whether the provider takes a message of the user role behind this entry. */
export function userMayFollow<M>(before: Entry<M> | undefined, rules: SequenceRules): boolean {
  if (before?.reading.role !== 'tool') return true
  return !rules.rules.some(({ demand }) => demand === 'noUserAfterToolResult')
}

// For each place of a list, whether an entry of the snapshot is missing between its neighbours from the snapshot.
function gapsBeside<M>(proposal: readonly Entry<M>[], length: number): readonly boolean[] {
  const kept = new Set(proposal.map(({ position }) => position))
  // Next to each position, the first one from there on that is not kept.
  const nextDropped: number[] = new Array(length + 1).fill(length)
  for (let at = length - 1; at >= 0; at -= 1)
    nextDropped[at] = kept.has(at) ? (nextDropped[at + 1] ?? length) : at

  const after: number[] = new Array(proposal.length)
  let next = length
  for (let place = proposal.length - 1; place >= 0; place -= 1) {
    after[place] = next
    const position = proposal[place]?.position ?? -1
    if (position >= 0) next = position
  }
  let before = -1
  return proposal.map(({ position }, place) => {
    before = Math.max(before, position)
    return (nextDropped[before + 1] ?? length) < (after[place] ?? length)
  })
}

// Says more precisely what a forged message forges, so that a reducer can learn from it.
function checkForgedLinks<M>(
  { pairing, grouping }: Snapshot<M>,
  forged: readonly Entry<M>[],
  find: (reason: RejectionReason) => void,
): void {
  const callAt = new Map<string, number>()
  for (const { at, link } of [...pairing.pairs.map(({ call }) => call), ...pairing.openCalls])
    callAt.set(link.key, at)
  for (const { reading } of forged) {
    const exchanges = new Set<number | undefined>()
    for (const { type, key } of reading.links) {
      const call = callAt.get(key)
      if (type === 'call' && call !== undefined) find('duplicateToolCall')
      if (type === 'result' && call === undefined) find('orphanedToolResult')
      if (type === 'result' && call !== undefined) exchanges.add(grouping.unitOf[call])
    }
    if (exchanges.size > 1) find('crossExchangeResult')
  }
}
