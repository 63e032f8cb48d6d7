import { encodeValue } from '../context/encode-value.ts'
import { isFields } from './fields.ts'

/**
 * The JSON text of content that a dialect doesn't know; empty for what JSON leaves out.
 *
 * Throws a `TypeError` without any content for a value that can't be encoded, such as one with a cycle.
 */
export function encodeOpaque(value: unknown): string {
  try {
    return isFlat(value) ? JSON.stringify(value) : encodeValue(value)
  } catch {
    // The engine's own text names the properties that form a cycle.
    throw new TypeError('a message holds a value that has no JSON form')
  }
}

// Most arguments are a plain object of texts and numbers, which need no look at each value for the unusual.
function isFlat(value: unknown): boolean {
  if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const key in value) {
    const field = value[key]
    if (typeof field !== 'string' && typeof field !== 'number' && typeof field !== 'boolean') return false
  }
  return true
}
