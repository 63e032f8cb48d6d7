import { InputError } from '../input-error.ts'
import { findJsonError } from './find-json-error.ts'

/** What a file holds: one JSON value, or one a line. */
export type Parsed =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'lines'; readonly lines: readonly ParsedLine[] }

export interface ParsedLine {
  /** Counted from 1. */
  readonly number: number
  readonly value: unknown
}

/**
 * Parses JSON or JSONL, whichever it is.
 *
 * @throws InputError naming the line where it is neither; never what stands there
 */
export function parseText(text: string, name: string): Parsed {
  if (text.trim() === '')
    throw new InputError(name, undefined, 'holds nothing but blanks; give JSON or JSONL')
  const whole = parse(text)
  if (whole) return { type: 'json', value: whole.value }
  const lines = text.split('\n')
  if (!isLineByLine(lines, name)) throw jsonError(text, name)
  return {
    type: 'lines',
    lines: lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1, name)])),
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

// A file of JSON in one piece has no complete object in its first line, unless that is all there is.
function isLineByLine(lines: readonly string[], name: string): boolean {
  const filled = lines.filter((line) => line.trim() !== '').slice(0, 2)
  if (/\.(jsonl|ndjson)$/i.test(name)) return filled.length > 1
  return filled.length > 1 && typeof parse(filled[0] ?? '')?.value === 'object'
}

function parseLine(line: string, number: number, name: string): ParsedLine {
  const parsed = parse(line)
  if (parsed) return { number, value: parsed.value }
  const { offset, isCutOff } = findJsonError(line)
  throw new InputError(
    name,
    `line ${number}`,
    isCutOff
      ? 'is JSON that ends too early; mend or remove the line'
      : `is no JSON from column ${offset + 1} on; mend or remove the line`,
  )
}

function jsonError(text: string, name: string): InputError {
  const { offset, isCutOff } = findJsonError(text)
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  if (isCutOff) return new InputError(name, `line ${line}`, 'the JSON ends too early; give the whole file')
  const column = offset - before.lastIndexOf('\n')
  return new InputError(name, `line ${line}`, `is no JSON from column ${column} on; mend it there`)
}
