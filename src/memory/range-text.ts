import type { RangeRecord } from './range-book.ts'
import type { StandIn } from './reduction-range.ts'

const version = 1

/** Ranges as one text for a store. */
export function writeRanges(records: readonly RangeRecord[]): string {
  return JSON.stringify({ version, ranges: records })
}

/** Ranges of a text that `writeRanges` made; none of any other text. What is out of order in it is left out. */
export function readRanges(text: unknown): readonly RangeRecord[] {
  if (typeof text !== 'string') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // What is no JSON was not written by us: there is nothing to remember in it.
    return []
  }
  const { version: written, ranges } = fieldsOf(parsed)
  return written === version && Array.isArray(ranges) ? ranges.flatMap(readRecord) : []
}

function readRecord(value: unknown): readonly RangeRecord[] {
  const { digest, count, length, firstLength, at, elided, standIns } = fieldsOf(value)
  if (typeof digest !== 'string' || !isCount(count) || count === 0) return []
  if (!isCount(length) || !isCount(firstLength) || !isCount(at) || !Array.isArray(standIns)) return []
  const offsets = readOffsets(elided, count)
  const stood = standIns.map(readStandIn)
  if (offsets === undefined || stood.includes(undefined)) return []
  const known = stood.filter((standIn) => standIn !== undefined)
  return [{ digest, count, length, firstLength, at, elided: offsets, standIns: known }]
}

function readOffsets(value: unknown, count: number): readonly number[] | null | undefined {
  if (value === null) return null
  if (!Array.isArray(value) || !value.every((offset) => isCount(offset) && offset < count)) return undefined
  return value
}

function readStandIn(value: unknown): StandIn | undefined {
  const { type, text, role } = fieldsOf(value)
  if (type === 'notice') return role === 'user' || role === 'assistant' ? { type, role } : undefined
  return type === 'summary' && typeof text === 'string' ? { type, text } : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // looked at field by field
}
