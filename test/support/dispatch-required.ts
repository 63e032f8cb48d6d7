import type { RawReading } from './dispatch-reading.ts'
import type { RawStructure, TurnDemands } from './dispatch-structure.ts'

export interface RequiredOptions {
  readonly retention: number
  readonly pinsFirstUser: boolean
  /** Places that the host pins. */
  readonly pinned: ReadonlySet<number>
  readonly turns: TurnDemands
}

export interface RequiredPlaces {
  /** Places of the messages that must be sent, by the design's section 4.4. */
  readonly required: ReadonlySet<number>
  /** Places that the provider's turn rules want beside them. */
  readonly turns: ReadonlySet<number>
}

/** What must reach the provider, told from the messages alone. */
export function requiredPlaces(
  readings: readonly RawReading[],
  structure: RawStructure,
  options: RequiredOptions,
): RequiredPlaces {
  const { unitOf, pendingUnits } = structure
  const units = new Set<number>(pendingUnits)
  const addPlace = (place: number): void => {
    if (place >= 0) units.add(unitOf[place] ?? -1)
  }
  readings.forEach(({ role, calls, results }, at) => {
    if (role === 'system' && calls.length + results.length === 0) addPlace(at)
    if (options.pinned.has(at)) addPlace(at)
  })
  addPlace(readings.findLastIndex(({ compaction }) => compaction))
  addPlace(readings.findLastIndex(({ humanText }) => humanText))
  if (options.pinsFirstUser) addPlace(readings.findIndex(({ humanText }) => humanText))
  for (const unit of newestUnits(readings, unitOf, options.retention)) units.add(unit)
  const required = placesOf(unitOf, units)
  return { required, turns: turnPlaces(readings, unitOf, units, options.turns) }
}

/**
 * How many of the newest units must be kept so that the newest `count` messages are kept: the cases count messages, the
 * library units.
 */
export function unitsHolding(
  readings: readonly RawReading[],
  structure: RawStructure,
  count: number,
): number {
  const newest = readings.flatMap((_, at) => (at >= readings.length - count ? [at] : []))
  const wanted = newest
    .filter((at) => readings[at]?.role !== 'system')
    .map((at) => structure.unitOf[at] ?? -1)
  for (let units = 0; units < count; units += 1) {
    const held = newestUnits(readings, structure.unitOf, units)
    if (wanted.every((unit) => held.has(unit))) return units
  }
  return count
}

// Units by their first message, and those of as many newest messages: a late result belongs to an older unit.
function newestUnits(readings: readonly RawReading[], unitOf: readonly number[], count: number): Set<number> {
  const places = readings.flatMap(({ role, isOwn }, at) => (role === 'system' || isOwn ? [] : [at]))
  const newest = new Set(places.slice(Math.max(0, places.length - count)).map((at) => unitOf[at] ?? -1))
  const inOrder = [...new Set(places.map((at) => unitOf[at] ?? -1))]
  for (const unit of inOrder.slice(Math.max(0, inOrder.length - count))) newest.add(unit)
  return newest
}

function turnPlaces(
  readings: readonly RawReading[],
  unitOf: readonly number[],
  units: ReadonlySet<number>,
  turns: TurnDemands,
): ReadonlySet<number> {
  const kept = new Set(units)
  const isKept = (at: number): boolean => kept.has(unitOf[at] ?? -1)
  if (turns.opensWithUser) {
    const first = readings.findIndex(({ role }, at) => role !== 'system' && isKept(at))
    if (first > 0 && readings[first]?.role !== 'user') {
      const opener = readings.findLastIndex(({ role }, at) => at < first && role === 'user')
      if (opener >= 0) kept.add(unitOf[opener] ?? -1)
    }
  }
  if (turns.noUserAfterTool) {
    readings.forEach(({ role }, at) => {
      const answer = at + 1
      const follows = readings.findIndex((_, later) => later > at && isKept(later))
      const speaks = isKept(at) && role === 'tool' && readings[follows]?.role === 'user'
      if (speaks && follows !== answer && readings[answer]?.role === 'assistant')
        kept.add(unitOf[answer] ?? -1)
    })
  }
  const added = new Set([...kept].filter((unit) => !units.has(unit)))
  return placesOf(unitOf, added)
}

function placesOf(unitOf: readonly number[], units: ReadonlySet<number>): ReadonlySet<number> {
  return new Set(unitOf.flatMap((unit, at) => (units.has(unit) ? [at] : [])))
}
