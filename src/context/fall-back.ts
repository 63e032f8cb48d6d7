import { type CandidateUnit, candidateUnits } from './candidate-units.ts'
import type { Digest, Entry } from './entry.ts'
import { insertAdditions } from './insert-additions.ts'
import { sumSizes } from './measure.ts'
import { lostReferences } from './reference-ledger.ts'
import type { SequenceRules } from './sequence-rules.ts'
import type { Snapshot } from './snapshot.ts'
import { missingTurnUnits, type TurnRules, turnRules } from './turn-rules.ts'

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
  const units = candidateUnits(
    snapshot,
    snapshot.entries.map((entry) => entry.body?.without ?? entry),
  )
  const turns = turnRules(rules)
  const requiredOnly = keepRequired(snapshot, units, turns, forms)
  const choice = keepRequired(snapshot, units, turns, forms)

  const optional = units.flatMap(({ kind }, unit) => (kind === 'optionalContext' ? [unit] : []))
  for (const unit of optional.reverse()) choice.keepIfWithin(unit, limit)
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    if (units[unit]?.kind === 'optionalContext' || units[unit]?.kind === 'recoverableSegment') continue
    if (!choice.keepIfWithin(unit, limit)) break
  }
  choice.keepTurns()
  const filled = compose(snapshot, units, choice, rules, limit, forms)
  // An estimator may count a text as more than its lines: then what was reserved for the ledger did not do.
  return filled.size <= limit ? filled : compose(snapshot, units, requiredOnly, rules, limit, forms)
}

function keepRequired<M>(
  snapshot: Snapshot<M>,
  units: readonly CandidateUnit[],
  turns: TurnRules,
  forms: FallbackForms<M>,
): Choice<M> {
  const choice = new Choice(snapshot, units, turns, forms)
  for (const [unit, { required }] of units.entries()) if (required) choice.keep(unit)
  choice.keepTurns()
  return choice
}

/** Units chosen so far, with what they and the additions that they bring measure. */
class Choice<M> {
  readonly #kept = new Set<number>()
  readonly #holders = new Map<Digest, number>()
  readonly #units: readonly CandidateUnit[]
  readonly #turnUnits: readonly { role: CandidateUnit['role']; exchange: boolean }[]
  readonly #references: readonly (readonly Digest[])[]
  readonly #openerOf: readonly number[]
  readonly #turns: TurnRules
  readonly #noticeSize: number
  readonly #ledgerHeading: number
  readonly #ledgerLine: number
  #size = 0
  #missing: number
  #first = Number.POSITIVE_INFINITY

  constructor(
    snapshot: Snapshot<M>,
    units: readonly CandidateUnit[],
    turns: TurnRules,
    forms: FallbackForms<M>,
  ) {
    this.#units = units
    this.#turns = turns
    this.#missing = snapshot.references.size
    this.#noticeSize = forms.notice?.size ?? 0
    const [one, two] = [1, 2].map((count) => forms.ledger(new Array<Digest>(count).fill(sampleDigest)).size)
    this.#ledgerLine = Math.max(0, (two ?? 0) - (one ?? 0))
    this.#ledgerHeading = Math.max(0, (one ?? 0) - this.#ledgerLine)
    this.#turnUnits = units.map(({ role, kind }) => ({ role, exchange: kind === 'toolExchange' }))
    this.#references = units.map(({ entries }) => [
      ...new Set(entries.flatMap((place) => snapshot.entries[place]?.references ?? [])),
    ])
    let user = -1
    this.#openerOf = units.map(({ role }, unit) => {
      if (role === 'user') user = unit
      return user
    })
  }

  has(unit: number): boolean {
    return this.#kept.has(unit)
  }

  keep(unit: number): void {
    if (this.#kept.has(unit)) return
    this.#kept.add(unit)
    this.#size += this.#units[unit]?.size ?? 0
    if (this.#units[unit]?.role !== 'system') this.#first = Math.min(this.#first, unit)
    for (const digest of this.#references[unit] ?? []) {
      const holders = this.#holders.get(digest) ?? 0
      if (holders === 0) this.#missing -= 1
      this.#holders.set(digest, holders + 1)
    }
  }

  keepTurns(): void {
    for (const unit of missingTurnUnits(this.#turnUnits, (kept) => this.has(kept), this.#turns))
      this.keep(unit)
  }

  /** Keeps a unit unless that would pass the limit; true when it is kept. */
  keepIfWithin(unit: number, limit: number): boolean {
    if (this.#kept.has(unit)) return true
    const opener = this.#openerFor(Math.min(this.#first, unit))
    const added = (this.#units[unit]?.size ?? 0) + (opener === unit ? 0 : this.#sizeOfUnkept(opener))
    const found = (this.#references[unit] ?? []).filter((digest) => !this.#holders.has(digest)).length
    if (this.#size + added + this.#additions(this.#missing - found) > limit) return false
    this.keep(unit)
    return true
  }

  #openerFor(first: number): number {
    if (!this.#turns.opensWithUser || this.#units[first]?.role === 'user') return -1
    return this.#openerOf[first] ?? -1
  }

  #sizeOfUnkept(unit: number): number {
    return this.#kept.has(unit) ? 0 : (this.#units[unit]?.size ?? 0)
  }

  // Reserved beforehand: a notice, and a ledger of as many references as would be lost.
  #additions(missing: number): number {
    return this.#noticeSize + (missing === 0 ? 0 : this.#ledgerHeading + missing * this.#ledgerLine)
  }
}

const sampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

function compose<M>(
  snapshot: Snapshot<M>,
  units: readonly CandidateUnit[],
  choice: Choice<M>,
  rules: SequenceRules,
  limit: number,
  forms: FallbackForms<M>,
): Fallback<M> {
  const unitAt = new Map<number, number>()
  units.forEach(({ entries }, unit) => {
    for (const place of entries) unitAt.set(place, unit)
  })
  const kept = snapshot.entries.flatMap((entry, place) => {
    if (!choice.has(unitAt.get(place) ?? -1)) return []
    if (!entry.body) return [entry]
    return entry.body.without ? [entry.body.without] : []
  })
  const lost = lostReferences(snapshot, kept)
  const ledger = lost.length === 0 ? [] : [forms.ledger(lost)]
  const omitted = kept.length < snapshot.entries.length
  const size = sumSizes([...kept, ...ledger])
  const notice = omitted && forms.notice && size + forms.notice.size <= limit ? [forms.notice] : []
  return { entries: insertAdditions(kept, [...notice, ...ledger], rules), size: size + sumSizes(notice) }
}
