import { encodeOpaque } from './encode-opaque.ts'

/** A value as the text that is sent: a string as it is, anything else in its JSON form, nothing for null and undefined. */
export function sentText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : encodeOpaque(value)
}
