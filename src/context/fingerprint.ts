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
  if (ArrayBuffer.isView(value))
    return ['binary', hashBytes(value.buffer, value.byteOffset, value.byteLength)]
  if (value instanceof ArrayBuffer) return ['binary', hashBytes(value, 0, value.byteLength)]
  if (value instanceof URL) return ['url', value.href]
  if (value instanceof Date) return ['date', value.getTime()]
  if (ancestors.has(value)) throw new TypeError('a cycle has no canonical form')
  ancestors.add(value)
  const form = canonicalContainer(value, ancestors)
  ancestors.delete(value)
  return form
}

function canonicalContainer(value: object, ancestors: Set<object>): unknown {
  const items = (list: Iterable<unknown>): unknown => Array.from(list, (item) => canonical(item, ancestors))
  if (Array.isArray(value)) return ['array', items(value)]
  if (value instanceof Map) return ['map', items(value)]
  if (value instanceof Set) return ['set', items(value)]
  return ['object', canonicalFields(value, ancestors)]
}

function hashBytes(buffer: ArrayBufferLike, offset: number, length: number): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, offset, length))
    .digest('base64')
}

function canonicalFields(value: object, ancestors: Set<object>): unknown {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return fields.map(([key, field]) => [key, canonical(field, ancestors)])
}
