import { PlimsollError } from './plimsoll-error.ts'

const wrappings = ['cause', 'error', 'lastError', 'errors'] as const

/**
 * The error of this library inside whatever a host throws: the error itself, or one under `cause`, `errors`, `error` or
 * `lastError`. Undefined when there is none. Hosts wrap what a seam throws; this looks through the wrapping.
 */
export function findPlimsollError(thrown: unknown): PlimsollError | undefined {
  const seen = new Set<unknown>()
  const waiting: unknown[] = [thrown]
  for (const value of waiting) {
    if (PlimsollError.isInstance(value)) return value
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const wrapping of wrappings) {
      const wrapped = readQuietly(value, wrapping)
      if (wrapping !== 'errors') waiting.push(wrapped)
      else if (Array.isArray(wrapped)) for (const error of wrapped) waiting.push(error)
    }
  }
  return undefined
}

// An error is looked at after something went wrong: looking must not go wrong as well.
function readQuietly(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}
