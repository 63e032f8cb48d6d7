import type { Digest } from '../context/entry.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import type { ArtifactKeys } from './artifact-keys.ts'
import type { DigestTurns } from './digest-turns.ts'
import { type ArtifactListing, listArtifacts } from './list-artifacts.ts'
import { readStoredRecord } from './read-stored.ts'
import type { StorageGuard } from './storage-guard.ts'

/** What `retain` leaves alone. */
export interface RetainOptions {
  /** Digests that stay: those that stored conversations, or runs of other processes, refer to. */
  readonly keep: Iterable<Digest> | ((digest: Digest) => boolean)
  /** Milliseconds. What was first stored less than that ago stays. */
  readonly olderThanMs: number
  readonly signal?: AbortSignal | undefined
}

/** What retention came to. */
export interface RetainResult {
  readonly removedRecords: number
  readonly removedBodies: number
  /** Records and bodies that should have gone, and could not be removed, or not be looked at. */
  readonly failures: number
}

/** What retention works on, and who has a say in it. */
export interface Retention {
  readonly storage: StorageGuard
  readonly keys: ArtifactKeys
  readonly turns: DigestTurns
  readonly now: number
  /** Whether this process refers to the digest, or has stored it since the retention began. */
  isInUse(digest: Digest): boolean
}

/**
 * Removes records that nothing keeps, and then the bodies that no record of any owner is left for.
 *
 * @throws ArtifactError when a size makes no sense, or the storage can't be listed
 */
export async function retainArtifacts(
  { storage, keys, turns, now, isInUse }: Retention,
  { keep, olderThanMs, signal }: RetainOptions,
): Promise<RetainResult> {
  if (!(olderThanMs >= 0)) throw new ArtifactError('invalidSize')
  const kept = typeof keep === 'function' ? undefined : new Set(keep)
  const isKept = (digest: Digest): boolean =>
    isInUse(digest) || (typeof keep === 'function' ? keep(digest) : kept?.has(digest) === true)
  // What has no age is as good as new. A file system's clock has fractions that ours has not.
  const isOld = (since = now): boolean => Math.max(0, now - since) >= olderThanMs
  const counts = { removedRecords: 0, removedBodies: 0, failures: 0 }

  const touched = new Set<Digest>()
  for (const listing of await listArtifacts(storage, keys, signal)) {
    if (isKept(listing.digest)) continue
    if (listing.recordKeys.length === 0) {
      const { bodyKey } = listing
      if (bodyKey && isOld(await storage.writtenAt(bodyKey, signal))) touched.add(listing.digest)
    } else {
      await turns.take(listing.digest, () => removeRecords(listing), signal)
      touched.add(listing.digest)
    }
  }
  if (touched.size === 0) return counts
  // Looked at again: a record may be left, or another process may have written one since.
  for (const { digest, bodyKey, recordKeys } of await listArtifacts(storage, keys, signal)) {
    if (bodyKey === undefined || recordKeys.length > 0 || !touched.has(digest)) continue
    await turns.take(digest, () => removeBody(digest, bodyKey), signal)
  }
  return counts

  async function removeRecords({ digest, recordKeys }: ArtifactListing): Promise<void> {
    for (const key of recordKeys) {
      const stored = await readStoredRecord(storage, key, digest, { patient: true, signal })
      if (stored.status === 'missing') continue
      const since = stored.status === 'found' ? stored.record.storedAt : await storage.writtenAt(key, signal)
      const mayGo = stored.status !== 'failed' && isOld(since) && !isKept(digest)
      const isGone = mayGo && (await storage.remove(key, signal))
      if (isGone) counts.removedRecords += 1
      if (stored.status === 'failed' || (mayGo && !isGone)) counts.failures += 1
    }
  }

  async function removeBody(digest: Digest, bodyKey: string): Promise<void> {
    if (isKept(digest)) return
    if (await storage.remove(bodyKey, signal)) counts.removedBodies += 1
    else counts.failures += 1
  }
}
