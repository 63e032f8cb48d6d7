import { PlimsollError } from './plimsoll-error.ts'

/**
 * The error of this library inside whatever a host throws: the error itself, or one under `cause`, `errors` or `error`.
 * Undefined when there is none. Hosts wrap what a seam throws; this looks through the wrapping.
 */
export function findPlimsollError(thrown: unknown): PlimsollError | undefined {
  const seen = new Set<unknown>()
  const waiting: unknown[] = [thrown]
  while (waiting.length > 0) {
    const value = waiting.shift()
    if (PlimsollError.isInstance(value)) return value
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    waiting.push(Reflect.get(value, 'cause'), Reflect.get(value, 'error'), Reflect.get(value, 'lastError'))
    const errors: unknown = Reflect.get(value, 'errors')
    if (Array.isArray(errors)) waiting.push(...errors)
  }
  return undefined
}
