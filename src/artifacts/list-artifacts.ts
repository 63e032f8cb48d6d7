import type { Digest } from '../context/entry.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import type { ArtifactKeys } from './artifact-keys.ts'
import type { StorageGuard } from './storage-guard.ts'

/** Keys of what a workspace holds of one digest. */
export interface ArtifactListing {
  readonly digest: Digest
  readonly bodyKey: string | undefined
  readonly recordKeys: readonly string[]
}

/**
 * Everything that stands in the storage, by digest, in the order of the digests.
 *
 * @throws ArtifactError when the storage can't be listed
 */
export async function listArtifacts(
  storage: StorageGuard,
  keys: ArtifactKeys,
  signal?: AbortSignal,
): Promise<readonly ArtifactListing[]> {
  const listings = new Map<Digest, { digest: Digest; bodyKey: string | undefined; recordKeys: string[] }>()
  for (const base of [keys.bodies, keys.records]) {
    const found = await storage.keys(base, signal)
    if (found === undefined) throw new ArtifactError('listingFailed')
    for (const key of found) {
      const named = keys.parse(key)
      if (named === undefined) continue
      const listing = listings.get(named.digest) ?? { ...named, bodyKey: undefined, recordKeys: [] }
      listings.set(named.digest, listing)
      if (named.kind === 'body') listing.bodyKey = key
      else listing.recordKeys.push(key)
    }
  }
  return [...listings.values()]
    .map(({ digest, bodyKey, recordKeys }) => ({ digest, bodyKey, recordKeys: recordKeys.sort() }))
    .sort((left, right) => (left.digest < right.digest ? -1 : 1))
}
