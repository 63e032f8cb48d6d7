import { type CandidateUnit, candidateUnits } from './candidate-units.ts'
import { withoutBodies } from './carried-bodies.ts'
import type { Digest, Entry } from './entry.ts'
import { type AdditionSizes, FallbackSelection, type FallbackUnit } from './fallback-selection.ts'
import { insertAdditions } from './insert-additions.ts'
import { sumSizes } from './measure.ts'
import { lostReferences } from './reference-ledger.ts'
import { fillTurns, type MissingTurn, missingTurns } from './repair-turns.ts'
import { demandsOf, type SequenceRules } from './sequence-rules.ts'
import type { Snapshot } from './snapshot.ts'
import { turnRules } from './turn-rules.ts'
import { verifyProposal } from './verify-proposal.ts'

/** How the workbench makes the entries that a fallback adds. */
export interface FallbackForms<M> {
  ledger(digests: readonly Digest[]): Entry<M>
  /** The omission notice; null when the option is off. */
  readonly notice: Entry<M> | null
  /** The omission notice in the role of who is missing, for a place where the provider wants somebody's message. */
  standIn(role: MissingTurn['role']): Entry<M>
}

/** A list made without any reducer; `size` is without overhead. */
export interface Fallback<M> {
  readonly entries: readonly Entry<M>[]
  readonly size: number
}

/**
 * Keeps the required units, then optional context, the newest first, each if it fits, then one unbroken stretch of the
 * rest that reaches back from the newest unit. Units that the provider's turn rules demand beside them come along; where
 * even the required ones leave no room for these, the omission notice stands in for them. Of a list that came in broken
 * only the required units are kept where more of it would break a rule that the whole list does not.
 *
 * @param limit size to stay within, without overhead; the answer is larger only if the required units alone are, or break
 *   such a rule: then it is the whole list
 */
export function fallBack<M>(
  snapshot: Snapshot<M>,
  rules: SequenceRules,
  limit: number,
  forms: FallbackForms<M>,
): Fallback<M> {
  const units = fallbackUnits(snapshot)
  const sizes = additionSizes(forms)
  const select = (standIn?: number): FallbackSelection =>
    new FallbackSelection(units, turnRules(rules), sizes, standIn)
  const finish = (selection: FallbackSelection): Fallback<M> =>
    compose(snapshot, units, selection, rules, limit, forms)
  // Where the list came in broken, what is left out may have stood between two that a rule keeps apart.
  const isSound = ({ entries }: Fallback<M>): boolean =>
    snapshot.defects.length === 0 || verifyProposal(snapshot, entries, rules, undefined).length === 0

  for (const standIn of [undefined, sizes.standIn]) {
    // An estimator may count a text as more than its lines: then the ledger takes more than was reserved for it.
    let room = limit
    for (let round = 0; round < mostRounds; round += 1) {
      const selection = select(standIn)
      fill(selection, units, room)
      const filled = finish(selection)
      if (filled.size <= limit) {
        if (isSound(filled)) return filled
        break
      }
      room -= filled.size - limit
    }
    const bare = finish(select(standIn))
    if (bare.size <= limit && isSound(bare)) return bare
  }
  const required = finish(select(sizes.standIn))
  return required.size > limit ? required : wholeOf(snapshot)
}

const mostRounds = 3

function wholeOf<M>(snapshot: Snapshot<M>): Fallback<M> {
  const entries = snapshot.entries.flatMap((entry) => withoutBodies(entry) ?? [])
  return { entries, size: sumSizes(entries) }
}

function fallbackUnits<M>(snapshot: Snapshot<M>): readonly FallbackUnit[] {
  const stripped = snapshot.entries.map((entry) => withoutBodies(entry) ?? entry)
  const units = candidateUnits(snapshot, stripped)
  // No list is sent that holds nothing of the host's: where nothing is required, the newest unit is the least of it.
  const isSpare = units.every(({ required }) => !required)
  const least = isSpare ? units.findLastIndex(({ kind }) => kind !== 'recoverableSegment') : -1
  return units.map((unit, number) => ({
    ...unit,
    required: unit.required || number === least,
    exchange: unit.kind === 'toolExchange',
    endsWithResult: stripped[unit.entries.at(-1) ?? -1]?.reading.role === 'tool',
    references: unit.entries.flatMap((place) => stripped[place]?.references ?? []),
  }))
}

function fill(selection: FallbackSelection, units: readonly CandidateUnit[], room: number): void {
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    if (units[unit]?.kind === 'optionalContext') selection.keepIfWithin(unit, room)
  }
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    if (units[unit]?.kind === 'optionalContext' || units[unit]?.kind === 'recoverableSegment') continue
    if (!selection.keepIfWithin(unit, room)) break
  }
  selection.keepTurns(room)
}

/** What additions measure: a notice, a ledger without references, each reference in it, and a stand-in. */
function additionSizes<M>({ ledger, notice, standIn }: FallbackForms<M>): AdditionSizes & {
  readonly standIn: number
} {
  const one = ledger([sampleDigest]).size
  const line = Math.max(0, ledger([sampleDigest, sampleDigest]).size - one)
  return {
    notice: notice?.size ?? 0,
    heading: Math.max(0, one - line),
    line,
    standIn: standIn('user').size,
  }
}

const sampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

function compose<M>(
  snapshot: Snapshot<M>,
  units: readonly CandidateUnit[],
  selection: FallbackSelection,
  rules: SequenceRules,
  limit: number,
  forms: FallbackForms<M>,
): Fallback<M> {
  const places = new Set(units.flatMap(({ entries }, unit) => (selection.has(unit) ? entries : [])))
  const kept = snapshot.entries.flatMap((entry, place) => {
    const rest = withoutBodies(entry)
    return rest && places.has(place) ? [rest] : []
  })
  const lost = lostReferences(snapshot, kept)
  const ledger = lost.length === 0 ? [] : [forms.ledger(lost)]
  const omitted = kept.length < snapshot.entries.length
  const size = sumSizes([...kept, ...ledger])
  const notice = omitted && forms.notice && size + forms.notice.size <= limit ? [forms.notice] : []
  const added = insertAdditions(kept, [...notice, ...ledger], rules)
  const missing = missingTurns(added, demandsOf(rules)).filter((turn) => wentMissing(snapshot, added, turn))
  const entries = fillTurns(added, missing, (role) => forms.standIn(role))
  return { entries, size: sumSizes(entries) }
}

// Whether a message that the provider misses went with what is left out here: one that was missing before stays so.
function wentMissing<M>(
  snapshot: Snapshot<M>,
  list: readonly Entry<M>[],
  { at, role }: MissingTurn,
): boolean {
  if (at === list.length) return snapshot.entries.at(-1)?.reading.role !== 'assistant'
  const position = list[at]?.position ?? -1
  const before = list.slice(0, at)
  const opens = role === 'user' && before.every(({ reading }) => reading.role === 'system')
  if (opens) return snapshot.entries.slice(0, position).some(({ reading }) => reading.role === 'user')
  return position > (before.findLast((entry) => entry.position >= 0)?.position ?? -1) + 1
}
