import { formatReference } from '../context/artifact-reference.ts'
import type { ByteRange } from '../context/envelope.ts'
import type { LeaseKey } from '../leases/lease-coordinator.ts'
import type { PersistedBody } from './persisted-run.ts'
import type { Run } from './run.ts'

/** Reads bodies that wait to be delivered out of the workspace again. Each is decided anew, and told. */
export async function restoreBodies<M>(run: Run<M>, pending: readonly PersistedBody[]): Promise<void> {
  for (const { key, source } of pending) {
    const { digest, range } = bodyOf(key)
    await run.rehydrate(formatReference(digest), { source, ...(range ? { range } : {}) })
  }
}

function bodyOf(key: LeaseKey): { readonly digest: string; readonly range: ByteRange | undefined } {
  const [digest = '', stretch] = key.split(':')
  const [start, end] = stretch?.split('-').map(Number) ?? []
  return { digest, range: start === undefined || end === undefined ? undefined : [start, end] }
}
