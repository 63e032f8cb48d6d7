import type { Digest } from '../context/entry.ts'
import type { ArtifactListing } from './list-artifacts.ts'
import { readStoredBody, readStoredRecord } from './read-stored.ts'
import type { StorageGuard } from './storage-guard.ts'

/** What was found out about an artifact by reading all of it. */
export interface ArtifactCheck {
  readonly digest: Digest
  /**
   * `stale`: what is stored has other bytes. `missing`: there is a record and no body. `unreadable`: the storage failed,
   * or a record is damaged.
   */
  readonly status: 'intact' | 'stale' | 'missing' | 'unreadable'
}

/** Reads the body and every record of an artifact. */
export async function verifyArtifact(
  storage: StorageGuard,
  { digest, bodyKey, recordKeys }: ArtifactListing,
  signal?: AbortSignal,
): Promise<ArtifactCheck> {
  if (bodyKey === undefined) return { digest, status: 'missing' }
  let bytes = 0
  let areReadable = true
  for (const key of recordKeys) {
    const stored = await readStoredRecord(storage, key, digest, { patient: false, signal })
    if (stored.status === 'found') bytes = Math.max(bytes, stored.record.bytes)
    else if (stored.status !== 'missing') areReadable = false
  }
  const body = await readStoredBody(storage, bodyKey, digest, bytes, signal)
  if (body.status === 'stale' || body.status === 'missing') return { digest, status: body.status }
  return { digest, status: body.status === 'found' && areReadable ? 'intact' : 'unreadable' }
}
