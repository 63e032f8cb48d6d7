import { candidateUnits } from './candidate-units.ts'
import type { Entry, EntryKind } from './entry.ts'
import type { Unit } from './group-units.ts'
import type { ReductionUnit } from './reduction.ts'
import type { Snapshot } from './snapshot.ts'

/** Makes the units that reducers are shown. What is shown is frozen, so that a unit of the call before can serve again. */
export class UnitReader {
  #units: readonly ReductionUnit[] = []

  /** The units of a candidate, in the order of their first entries. */
  read<M>(snapshot: Snapshot<M>, candidate: readonly Entry<M>[]): readonly ReductionUnit[] {
    const before = this.#units
    if (candidate !== snapshot.entries) {
      return Object.freeze(
        candidateUnits(snapshot, candidate).map((unit, index) =>
          Object.freeze({ ...unit, entries: Object.freeze(unit.entries), index }),
        ),
      )
    }
    const units = snapshot.grouping.units.map((unit, index) =>
      unitOf(unit, index, candidate, snapshot.required.has(index), before[index]),
    )
    this.#units = Object.freeze(units)
    return this.#units
  }

  clear(): void {
    this.#units = []
  }
}

// Of a whole snapshot: positions are places.
function unitOf<M>(
  { entries, exchange }: Unit,
  index: number,
  candidate: readonly Entry<M>[],
  required: boolean,
  before: ReductionUnit | undefined,
): ReductionUnit {
  const first = candidate[entries[0] ?? -1]
  const kind: EntryKind = exchange ? 'toolExchange' : (first?.kind ?? 'conversationalMessage')
  const role = first?.reading.role ?? 'other'
  let size = 0
  for (const at of entries) size += candidate[at]?.size ?? 0
  const isSame =
    before !== undefined &&
    before.entries === entries &&
    before.size === size &&
    before.required === required &&
    before.kind === kind &&
    before.role === role
  return isSame ? before : Object.freeze({ entries, kind, role, size, required, index })
}
