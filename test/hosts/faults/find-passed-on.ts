import type { FaultyHost } from './library-type.ts'

// Where SDKs keep what they wrap.
const insides = ['cause', 'error', 'errors', 'lastError', 'reason', 'metadata', 'originalError', 'heard']

/**
 * What a port failed with, what was aborted, or an error of ours, in whatever an SDK has wrapped around it. An abort may
 * come as the SDK's own error for it.
 */
export function findPassedOn(error: unknown, host: FaultyHost, own: readonly unknown[]): unknown {
  const parts: unknown[] = [error]
  const seen = new Set<unknown>()
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    if (part === host.failure || part === host.reason || own.includes(part)) return part
    if (host.library.PlimsollError.isInstance(part)) return part
    if (Array.isArray(part)) parts.push(...part)
    else for (const inside of insides) parts.push(Reflect.get(part, inside))
  }
  return host.signal.aborted && saysAborted(error) ? host.reason : error
}

function saysAborted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /Abort/.test(error.name) || /Abort/.test(error.constructor.name) || /abort/i.test(error.message)
}
