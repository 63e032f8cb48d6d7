import type { Entry, EntryKind } from './entry.ts'
import type { Role } from './reading.ts'
import type { Snapshot } from './snapshot.ts'

/** A unit of the list that a reducer is asked about. */
export interface CandidateUnit {
  /** Places of its entries in the list, ascending. */
  readonly entries: readonly number[]
  readonly kind: EntryKind
  /** Role of its first entry. */
  readonly role: Role
  readonly size: number
  readonly required: boolean
}

/** The units of a candidate, in the order of their first entries. Content that isn't the snapshot's stands alone. */
export function candidateUnits<M>(
  snapshot: Snapshot<M>,
  candidate: readonly Entry<M>[],
): readonly CandidateUnit[] {
  const members: number[][] = []
  const numberOf = new Map<number, number>()
  candidate.forEach(({ position }, place) => {
    const unit = snapshot.grouping.unitOf[position]
    const known = unit === undefined ? undefined : numberOf.get(unit)
    if (known !== undefined) {
      members[known]?.push(place)
      return
    }
    if (unit !== undefined) numberOf.set(unit, members.length)
    members.push([place])
  })
  return members.map((entries) => {
    const first = candidate[entries[0] ?? -1]
    const unit = snapshot.grouping.unitOf[first?.position ?? -1]
    const exchange = entries.find((place) => candidate[place]?.kind === 'toolExchange')
    return {
      entries,
      kind: candidate[exchange ?? entries[0] ?? -1]?.kind ?? 'conversationalMessage',
      role: first?.reading.role ?? 'other',
      size: entries.reduce((sum, place) => sum + (candidate[place]?.size ?? 0), 0),
      required: unit !== undefined && snapshot.required.has(unit),
    }
  })
}
