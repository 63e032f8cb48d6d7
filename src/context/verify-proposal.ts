import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import { isSameBesideBodies } from './carried-bodies.ts'
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
  const { placeOf, repeated } = placesIn(snapshot, proposal)
  checkContent(snapshot, proposal, find)
  checkRequired(snapshot, placeOf, find)
  checkOrder(snapshot, proposal, find)
  checkRepeats(repeated, find)
  checkExchanges(snapshot, proposal, placeOf, find)
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
    if (!original || isSameBesideBodies(entry, original)) continue
    const required = isRequired(snapshot, entry.position)
    if (entry.form === 'elided' && !required) continue
    find(required ? 'requiredEntryContentMismatch' : 'retainedEntryMutated')
  }
}

/** Where the snapshot's entries stand in a proposal, by their positions; -1 for those that don't. */
type PlaceOf = Int32Array

function placesIn<M>(
  { entries }: Snapshot<M>,
  proposal: readonly Entry<M>[],
): { readonly placeOf: PlaceOf; readonly repeated: readonly Entry<M>[] } {
  const placeOf = new Int32Array(entries.length).fill(nowhere)
  const repeated: Entry<M>[] = []
  for (let place = 0; place < proposal.length; place += 1) {
    const entry = proposal[place]
    if (!entry || entry.position < 0) continue
    if (placeOf[entry.position] !== nowhere) repeated.push(entry)
    placeOf[entry.position] = place
  }
  return { placeOf, repeated }
}

const nowhere = -1

function checkRequired<M>(snapshot: Snapshot<M>, placeOf: PlaceOf, find: Finding): void {
  for (const number of snapshot.required) {
    const unit = snapshot.grouping.units[number]
    // An entry that is nothing but a body may go: its reference is elsewhere.
    const missing = unit?.entries.some(
      (at) => placeOf[at] === nowhere && snapshot.entries[at]?.body?.without !== null,
    )
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

function checkRepeats<M>(repeated: readonly Entry<M>[], find: Finding): void {
  for (const { reading } of repeated) {
    const kinds = new Set(reading.links.map(({ type }) => type))
    if (kinds.has('call')) find('duplicateToolCall')
    if (kinds.has('result')) find('duplicateToolResult')
    if (kinds.size === 0) find('forgedStructuralEntry')
  }
}

// Rule 4: an exchange stays whole or goes whole.
function checkExchanges<M>(
  { entries, grouping }: Snapshot<M>,
  proposal: readonly Entry<M>[],
  placeOf: PlaceOf,
  find: Finding,
): void {
  // In the order of the snapshot, so that reasons come in the same order whatever was moved.
  const kept = new Uint8Array(grouping.units.length)
  for (const { position } of proposal) {
    const unit = grouping.unitOf[position]
    if (unit !== undefined) kept[unit] = 1
  }
  for (let number = kept.indexOf(1); number !== -1; number = kept.indexOf(1, number + 1)) {
    const unit = grouping.units[number]
    if (!unit || unit.entries.length < 2) continue
    const missing = unit.entries.filter((at) => placeOf[at] === nowhere)
    if (missing.length > 0) {
      const lost = new Set(missing.flatMap((at) => entries[at]?.reading.links.map(({ type }) => type) ?? []))
      if (lost.has('result')) find('orphanedToolCall')
      if (lost.has('call')) find('orphanedToolResult')
      if (lost.size === 0) find('dialectRule')
    }
    let newest = nowhere
    for (const at of unit.entries) {
      const place = placeOf[at] ?? nowhere
      if (place === nowhere) continue
      if (place < newest) find('reorderedExchange')
      newest = place
    }
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

// How a list opens or ends is one fact about the whole list, whichever entry stands there.
function identify({ rule, demand }: SequenceDefect, position: number): string {
  return demand === 'opensWithUser' || demand === 'noAssistantLast' ? rule : `${rule} ${position}`
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
  noAssistantLast: 'dialectRule',
  noReasoningAlone: 'dialectRule',
  namedAfterReasoning: 'dialectRule',
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
