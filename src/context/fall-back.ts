import { type CandidateUnit, candidateUnits } from './candidate-units.ts'
import type { Digest, Entry } from './entry.ts'
import { FallbackSelection, type FallbackUnit } from './fallback-selection.ts'
import { insertAdditions } from './insert-additions.ts'
import { sumSizes } from './measure.ts'
import { lostReferences } from './reference-ledger.ts'
import type { SequenceRules } from './sequence-rules.ts'
import type { Snapshot } from './snapshot.ts'
import { turnRules } from './turn-rules.ts'

/** How the workbench makes the entries that a fallback adds. */
export interface FallbackForms<M> {
  ledger(digests: readonly Digest[]): Entry<M>
  /** The omission notice; null when the option is off. */
  readonly notice: Entry<M> | null
}

/** A list made without any reducer; `size` is without overhead. */
export interface Fallback<M> {
  readonly entries: readonly Entry<M>[]
  readonly size: number
}

/**
 * Keeps the required units, then optional context, the newest first, each if it fits, then one unbroken stretch of the
 * rest that reaches back from the newest unit. Units that the provider's turn rules demand beside them come along.
 *
 * @param limit size to stay within, without overhead; the answer is larger only if the required units alone are
 */
export function fallBack<M>(
  snapshot: Snapshot<M>,
  rules: SequenceRules,
  limit: number,
  forms: FallbackForms<M>,
): Fallback<M> {
  const units = fallbackUnits(snapshot)
  const select = (): FallbackSelection => new FallbackSelection(units, turnRules(rules), additionSizes(forms))
  const finish = (selection: FallbackSelection): Fallback<M> =>
    compose(snapshot, units, selection, rules, limit, forms)

  // An estimator may count a text as more than its lines: then the ledger takes more than was reserved for it.
  let room = limit
  for (let round = 0; round < mostRounds; round += 1) {
    const selection = select()
    fill(selection, units, room)
    const filled = finish(selection)
    if (filled.size <= limit) return filled
    room -= filled.size - limit
  }
  return finish(select())
}

const mostRounds = 3

function fallbackUnits<M>(snapshot: Snapshot<M>): readonly FallbackUnit[] {
  const stripped = snapshot.entries.map((entry) => entry.body?.without ?? entry)
  return candidateUnits(snapshot, stripped).map((unit) => ({
    ...unit,
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
  selection.keepTurns()
}

/** What additions measure: a notice, a ledger without references, and each reference in it. */
function additionSizes<M>({ ledger, notice }: FallbackForms<M>): {
  notice: number
  heading: number
  line: number
} {
  const one = ledger([sampleDigest]).size
  const line = Math.max(0, ledger([sampleDigest, sampleDigest]).size - one)
  return { notice: notice?.size ?? 0, heading: Math.max(0, one - line), line }
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
    const rest = entry.body ? entry.body.without : entry
    return rest && places.has(place) ? [rest] : []
  })
  const lost = lostReferences(snapshot, kept)
  const ledger = lost.length === 0 ? [] : [forms.ledger(lost)]
  const omitted = kept.length < snapshot.entries.length
  const size = sumSizes([...kept, ...ledger])
  const notice = omitted && forms.notice && size + forms.notice.size <= limit ? [forms.notice] : []
  return { entries: insertAdditions(kept, [...notice, ...ledger], rules), size: size + sumSizes(notice) }
}
