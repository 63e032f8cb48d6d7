import type { CandidateUnit } from './candidate-units.ts'
import type { Digest } from './entry.ts'
import { missingTurnUnits, type TurnRules, type TurnUnit } from './turn-rules.ts'

/** Sizes of what a fallback may add: a notice, the ledger's heading, and each reference in the ledger. */
export interface AdditionSizes {
  readonly notice: number
  readonly heading: number
  readonly line: number
}

/** A unit with what a selection must know of it. */
export interface FallbackUnit extends CandidateUnit, TurnUnit {
  readonly references: readonly Digest[]
}

/**
 * The units that a fallback keeps: the required ones from the start, with what the turn rules want beside them. Knows
 * what the selection measures with all that comes with it: a notice, the lost references, the message that opens the
 * turn.
 */
export class FallbackSelection {
  readonly #units: readonly FallbackUnit[]
  readonly #turns: TurnRules
  readonly #additions: AdditionSizes
  /** For each unit the newest one of the user's that is not behind it; -1 for none. */
  readonly #openerOf: readonly number[]
  readonly #kept = new Set<number>()
  readonly #lost: Set<Digest>
  readonly #standIn: number | undefined
  #size = 0
  #first = Number.POSITIVE_INFINITY

  /**
   * @param standIn size of what may stand in for a unit that only the turn rules want; undefined where nothing may
   */
  constructor(
    units: readonly FallbackUnit[],
    turns: TurnRules,
    additions: AdditionSizes,
    standIn: number | undefined = undefined,
  ) {
    this.#standIn = standIn
    this.#units = units
    this.#turns = turns
    this.#additions = additions
    this.#lost = new Set(units.flatMap(({ references }) => references))
    let opener = -1
    this.#openerOf = units.map(({ role }, unit) => {
      if (role === 'user') opener = unit
      return opener
    })
    for (const [unit, { required }] of units.entries()) if (required) this.#keep(unit)
    this.keepTurns()
  }

  has(unit: number): boolean {
    return this.#kept.has(unit)
  }

  /** Keeps what the turn rules want beside the units that are kept, as far as nothing may stand in for it. */
  keepTurns(room = 0): void {
    for (const unit of missingTurnUnits(this.#units, (kept) => this.has(kept), this.#turns)) {
      const size = this.#sizeOf(unit)
      if (this.#standIn === undefined || size <= this.#standIn || this.#measureWith(unit) <= room)
        this.#keep(unit)
    }
  }

  /** Keeps a unit unless the selection would outgrow the room; true when it is kept. */
  keepIfWithin(unit: number, room: number): boolean {
    if (this.#kept.has(unit)) return true
    const opener = this.#openerOf[Math.min(this.#first, unit)] ?? -1
    const brings = this.#turns.opensWithUser && opener !== unit && !this.#kept.has(opener)
    const openerSize = brings ? Math.min(this.#sizeOf(opener), this.#standIn ?? Number.POSITIVE_INFINITY) : 0
    if (this.#measureWith(unit) + openerSize > room) return false
    this.#keep(unit)
    return true
  }

  #measureWith(unit: number): number {
    const lost = this.#lost.size - this.#countLost(unit)
    return this.#size + this.#sizeOf(unit) + this.#sizeOfAdditions(lost)
  }

  #keep(unit: number): void {
    this.#kept.add(unit)
    this.#size += this.#sizeOf(unit)
    if (this.#units[unit]?.role !== 'system') this.#first = Math.min(this.#first, unit)
    for (const digest of this.#units[unit]?.references ?? []) this.#lost.delete(digest)
  }

  #sizeOf(unit: number): number {
    return this.#units[unit]?.size ?? 0
  }

  #countLost(unit: number): number {
    return new Set(this.#units[unit]?.references.filter((digest) => this.#lost.has(digest))).size
  }

  #sizeOfAdditions(lost: number): number {
    return this.#additions.notice + (lost === 0 ? 0 : this.#additions.heading + lost * this.#additions.line)
  }
}
