/** Index of a unit in the request that a reducer answers. */
export type UnitIndex = number

/** Index of an entry (a message) in the request that a reducer answers. */
export type EntryIndex = number

/**
 * What a reducer wants done, over the units of its request. A plan can't change, forge or reorder anything: whatever it
 * doesn't name stays as it is.
 */
export interface Plan {
  /** Units to leave out. */
  readonly drop?: readonly UnitIndex[]
  /** Entries whose tool results give way to a notice. */
  readonly elide?: readonly EntryIndex[]
  /** Units to leave out, first and last included, with a text of the user role in their place. */
  readonly summaries?: readonly PlannedSummary[]
}

export interface PlannedSummary {
  readonly over: readonly [first: UnitIndex, last: UnitIndex]
  readonly text: string
}

const fields: readonly string[] = ['drop', 'elide', 'summaries']

/** Whether a value has the shape of a plan: known fields only, indexes that are numbers, texts that are strings. */
export function isPlan(value: unknown): value is Plan {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (!Object.keys(value).every((key) => fields.includes(key))) return false
  const { drop, elide, summaries } = value as Record<string, unknown> // an object, as checked above
  return isIndexList(drop) && isIndexList(elide) && isSummaryList(summaries)
}

function isIndexList(value: unknown): boolean {
  return value === undefined || isListOf(value, Number.isInteger)
}

function isSummaryList(value: unknown): boolean {
  return value === undefined || isListOf(value, isSummary)
}

function isSummary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { over, text } = value as Record<string, unknown> // an object, as checked above
  return typeof text === 'string' && isListOf(over, Number.isInteger) && over.length === 2
}

// `every` would pass over the holes of a list.
function isListOf(value: unknown, holds: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.findIndex((item) => !holds(item)) === -1
}
