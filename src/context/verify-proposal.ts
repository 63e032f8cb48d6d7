import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import { checkAdditions, isOurs } from './check-additions.ts'
import { checkSequence, type SequenceDefect } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import { sumSizes } from './measure.ts'
import { collectReferences } from './references.ts'
import type { SequenceDemand, SequenceRules } from './sequence-rules.ts'
import { isRequired, type Snapshot } from './snapshot.ts'

type Finding = (reason: RejectionReason) => void

/**
 * Everything that is wrong with a list, measured against the snapshot that it was made from. Empty when it may be sent:
 * required units are there and unchanged, the rest is unchanged and in order, exchanges are whole, additions are
 * summaries in a gap, no reference is lost, and no provider rule is broken that the snapshot keeps.
 *
 * @param size size that the list must stay below, without overhead; undefined at the last gate, where no progress is due
 */
export function verifyProposal<M>(
  snapshot: Snapshot<M>,
  proposal: readonly Entry<M>[],
  rules: SequenceRules,
  size: number | undefined,
): readonly RejectionReason[] {
  if (snapshot.entries.length > 0 && proposal.every(isOurs)) return ['emptyProposal']
  const reasons = new Set<RejectionReason>()
  const find: Finding = (reason) => reasons.add(reason)
  checkContent(snapshot, proposal, find)
  checkRequired(snapshot, proposal, find)
  checkOrder(snapshot, proposal, find)
  checkRepeats(proposal, find)
  checkExchanges(snapshot, proposal, find)
  checkAdditions(snapshot, proposal, rules, find)
  checkRules(snapshot, proposal, rules, find)
  checkReferences(snapshot, proposal, find)
  if (size !== undefined && sumSizes(proposal) >= size) find('notSmaller')
  return [...reasons]
}

// Rules 1 and 2: what is kept is the snapshot's own entry, or a form of it that only the workbench makes.
function checkContent<M>(snapshot: Snapshot<M>, proposal: readonly Entry<M>[], find: Finding): void {
  for (const entry of proposal) {
    const original = snapshot.entries[entry.position]
    if (!original || entry === original || entry === original.body?.without) continue
    const required = isRequired(snapshot, entry.position)
    if (entry.form === 'elided' && !required) continue
    find(required ? 'requiredEntryContentMismatch' : 'retainedEntryMutated')
  }
}

function checkRequired<M>(snapshot: Snapshot<M>, proposal: readonly Entry<M>[], find: Finding): void {
  const kept = new Set(proposal.map(({ position }) => position))
  for (const number of snapshot.required) {
    const unit = snapshot.grouping.units[number]
    const missing = unit?.entries.some((at) => {
      const body = snapshot.entries[at]?.body
      return !kept.has(at) && !(body && body.without === null)
    })
    if (missing) find('missingRequiredEntry')
  }
}

function checkOrder<M>(snapshot: Snapshot<M>, proposal: readonly Entry<M>[], find: Finding): void {
  let newest = -1
  for (const { position } of proposal) {
    if (position < 0 || position === newest) continue
    if (position < newest) {
      const required = isRequired(snapshot, position) || isRequired(snapshot, newest)
      find(required ? 'requiredEntryOutOfOrder' : 'retainedEntryReordered')
    } else newest = position
  }
}

function checkRepeats<M>(proposal: readonly Entry<M>[], find: Finding): void {
  const seen = new Set<number>()
  for (const { position, reading } of proposal) {
    if (position < 0) continue
    if (!seen.has(position)) {
      seen.add(position)
      continue
    }
    const kinds = new Set(reading.links.map(({ type }) => type))
    if (kinds.has('call')) find('duplicateToolCall')
    if (kinds.has('result')) find('duplicateToolResult')
    if (kinds.size === 0) find('forgedStructuralEntry')
  }
}

// Rule 4: an exchange stays whole or goes whole.
function checkExchanges<M>(snapshot: Snapshot<M>, proposal: readonly Entry<M>[], find: Finding): void {
  const placeOf = new Map<number, number>()
  proposal.forEach(({ position }, place) => {
    if (position >= 0) placeOf.set(position, place)
  })
  for (const unit of snapshot.grouping.units) {
    if (unit.entries.length < 2) continue
    const missing = unit.entries.filter((at) => !placeOf.has(at))
    if (missing.length === unit.entries.length) continue
    if (missing.length > 0) {
      const lost = new Set(
        missing.flatMap((at) => snapshot.entries[at]?.reading.links.map(({ type }) => type) ?? []),
      )
      if (lost.has('result')) find('orphanedToolCall')
      if (lost.has('call')) find('orphanedToolResult')
      if (lost.size === 0) find('dialectRule')
    }
    const places = unit.entries.map((at) => placeOf.get(at)).filter((place) => place !== undefined)
    if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? -1)))
      find('reorderedExchange')
  }
}

function checkRules<M>(
  snapshot: Snapshot<M>,
  proposal: readonly Entry<M>[],
  rules: SequenceRules,
  find: Finding,
): void {
  const cameIn = new Set(snapshot.defects.map((defect) => identify(defect, defect.at)))
  for (const defect of checkSequence(proposal, rules)) {
    if (!cameIn.has(identify(defect, proposal[defect.at]?.position ?? -1))) find(reasonOf[defect.demand])
  }
}

// How a list opens is one fact about the whole list, whichever entry stands first.
function identify({ rule, demand }: SequenceDefect, position: number): string {
  return demand === 'opensWithUser' ? rule : `${rule} ${position}`
}

const reasonOf: Record<SequenceDemand, RejectionReason> = {
  callsAnswered: 'orphanedToolCall',
  resultsHaveCall: 'orphanedToolResult',
  oneResultPerCall: 'duplicateToolResult',
  callIdsUnique: 'duplicateToolCall',
  callIdsUniqueInList: 'duplicateToolCall',
  callsFollowUserOrResults: 'dialectRule',
  resultsFollowCalls: 'reorderedExchange',
  resultsInOneMessage: 'dialectRule',
  opensWithUser: 'dialectRule',
  noUserAfterToolResult: 'dialectRule',
  noReasoningAlone: 'dialectRule',
  noEmptyAssistant: 'dialectRule',
  noEmptyAssistantBeforeLast: 'dialectRule',
  noAssistantWithoutContent: 'dialectRule',
  argumentsAreJson: 'dialectRule',
}

// Rule 5: a reference stays in its exchange or stands in the ledger.
function checkReferences<M>(snapshot: Snapshot<M>, proposal: readonly Entry<M>[], find: Finding): void {
  const kept = collectReferences(proposal)
  for (const digest of snapshot.references) if (!kept.has(digest)) find('lostReference')
}
