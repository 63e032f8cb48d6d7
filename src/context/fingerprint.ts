import { createHash } from 'node:crypto'

/**
 * Hash of a value's content: the same for structurally equal values, whatever the order of their keys. Arguments, author
 * and every other field count. Undefined for a value that can't be read to its end, such as one with a cycle.
 */
export function fingerprint(value: unknown): string | undefined {
  try {
    return createHash('sha256')
      .update(JSON.stringify(canonical(value, new Set())) ?? 'undefined')
      .digest('base64')
  } catch {
    // Content that can't be encoded equals nothing; its own error is not ours to report.
    return undefined
  }
}

function canonical(value: unknown, ancestors: Set<object>): unknown {
  if (typeof value === 'bigint') return ['bigint', value.toString()]
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return ['binary', createHash('sha256').update(value).digest('base64')]
  if (value instanceof URL) return ['url', value.href]
  if (value instanceof Date) return ['date', value.getTime()]
  if (ancestors.has(value)) throw new TypeError('a cycle has no canonical form')
  ancestors.add(value)
  const form = Array.isArray(value)
    ? ['array', Array.from(value, (item) => canonical(item, ancestors))]
    : ['object', canonicalFields(value, ancestors)]
  ancestors.delete(value)
  return form
}

function canonicalFields(value: object, ancestors: Set<object>): unknown {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return fields.map(([key, field]) => [key, canonical(field, ancestors)])
}
