import { createStorage } from 'unstorage'
import { isDigest } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import { artifactKeys } from './artifact-keys.ts'
import type { ArtifactStorage } from './artifact-storage.ts'
import { DigestHolds } from './digest-holds.ts'
import { DigestTurns } from './digest-turns.ts'
import { listArtifacts } from './list-artifacts.ts'
import { readStoredBody, readStoredRecord } from './read-stored.ts'
import { type RetainOptions, type RetainResult, retainArtifacts } from './retain-artifacts.ts'
import { StorageGuard } from './storage-guard.ts'
import { encodeBody, storeBody } from './store-body.ts'
import { type ArtifactCheck, verifyArtifact } from './verify-artifact.ts'
import type {
  ArtifactOwner,
  ArtifactRecord,
  StatResult,
  StoreResult,
  Workspace,
  WorkspaceCallOptions,
} from './workspace.ts'

/** Options of `artifactWorkspace`. */
export interface ArtifactWorkspaceOptions {
  /** Any storage of unstorage: file system, Redis, S3 and others. Default: the memory of this process, without a bound. */
  readonly storage?: ArtifactStorage
  /** What every key begins with; colons separate its parts. Default `artifacts`. */
  readonly prefix?: string
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly clock?: () => number
}

/** Which artifacts are looked at. */
export interface ArtifactListOptions extends WorkspaceCallOptions {
  /** Only this owner's; null is the owner of runs without a trust binding. Left out: every owner's. */
  readonly owner?: ArtifactOwner | undefined
}

/** A workspace, and what whoever looks after it needs. */
export interface ArtifactWorkspace extends Workspace {
  /**
   * Records in the order of their digests, one for each digest and owner. Those that can't be read are left out; `verify`
   * tells of them. Throws an `ArtifactError` when the storage can't be listed.
   */
  list(options?: ArtifactListOptions): AsyncIterable<ArtifactRecord>
  /**
   * Reads all of every artifact, in the order of their digests, and tells what became of it. Throws an `ArtifactError`
   * when the storage can't be listed.
   */
  verify(options?: ArtifactListOptions): AsyncIterable<ArtifactCheck>
  /**
   * Removes what is old enough and neither kept nor held. Other processes' holds are not seen here: pass what their runs
   * refer to as `keep`. Throws an `ArtifactError` when the storage can't be listed.
   */
  retain(options: RetainOptions): Promise<RetainResult>
  /** Keeps `retain` of this workspace from removing an artifact until the function that comes back is called. */
  hold(digest: Digest): () => void
}

/**
 * A workspace on a storage of unstorage. Bodies and records are checked whenever they are read, so the storage need not be
 * trusted to keep them, only to read what it has written. Owners are never written in clear.
 *
 * @throws ArtifactError when the prefix is none
 */
export function artifactWorkspace(options: ArtifactWorkspaceOptions = {}): ArtifactWorkspace {
  const { prefix = 'artifacts', clock = Date.now } = options
  if (!/^[\w-]+(:[\w-]+)*$/.test(prefix)) throw new ArtifactError('invalidPrefix')
  const storage = new StorageGuard(options.storage ?? createStorage())
  const keys = artifactKeys(prefix)
  const holds = new DigestHolds()
  const turns = new DigestTurns()
  const stored = new Set<Set<Digest>>()

  return {
    store: async (body, owner, origin, { signal } = {}): Promise<StoreResult> => {
      signal?.throwIfAborted()
      const encoded = encodeBody(body)
      if (!encoded) return { status: 'failed', reason: 'notWellFormed', bytes: Buffer.byteLength(body) }
      const { bytes, digest } = encoded
      for (const digests of stored) digests.add(digest)
      const record = { digest, bytes: bytes.byteLength, storedAt: Math.floor(clock()), tool: origin?.tool }
      const [bodyKey, recordKey] = [keys.bodyOf(digest), keys.recordOf(digest, owner)]
      return turns.take(
        digest,
        () => storeBody(storage, { bytes, record, bodyKey, recordKey }, signal),
        signal,
      )
    },
    stat,
    read: async (digest, owner, { signal } = {}) => {
      const found = await stat(digest, owner, { signal })
      if (found.status !== 'found') return found
      const body = await readStoredBody(storage, keys.bodyOf(digest), digest, found.record.bytes, signal)
      if (body.status === 'found') return body
      return { status: body.status === 'failed' ? 'workspaceReadFailed' : body.status }
    },
    list: async function* ({ owner, signal } = {}) {
      for (const { digest, recordKeys } of await listed(owner, signal)) {
        for (const key of recordKeys) {
          const found = await readStoredRecord(storage, key, digest, { patient: false, signal })
          if (found.status === 'found') yield found.record
        }
      }
    },
    verify: async function* ({ owner, signal } = {}) {
      for (const listing of await listed(owner, signal)) yield await verifyArtifact(storage, listing, signal)
    },
    retain: async (retainOptions) => {
      const since = new Set<Digest>(turns.busy())
      stored.add(since)
      const isInUse = (digest: Digest): boolean => holds.has(digest) || since.has(digest)
      try {
        return await retainArtifacts({ storage, keys, turns, now: clock(), isInUse }, retainOptions)
      } finally {
        stored.delete(since)
      }
    },
    hold: (digest) => holds.hold(digest),
  }

  async function stat(
    digest: Digest,
    owner: ArtifactOwner,
    { signal }: WorkspaceCallOptions = {},
  ): Promise<StatResult> {
    signal?.throwIfAborted()
    // Nothing but a digest may become part of a key.
    if (!isDigest(digest)) return { status: 'missing' }
    const key = keys.recordOf(digest, owner)
    const found = await readStoredRecord(storage, key, digest, { patient: true, signal })
    if (found.status === 'found') return found
    if (found.status !== 'missing') return { status: 'workspaceReadFailed' }
    const isThere = await storage.has(keys.bodyOf(digest), signal)
    if (isThere === undefined) return { status: 'workspaceReadFailed' }
    return { status: isThere ? 'unauthorized' : 'missing' }
  }

  async function listed(owner: ArtifactOwner | undefined, signal: AbortSignal | undefined) {
    const listings = await listArtifacts(storage, keys, signal)
    if (owner === undefined) return listings
    return listings.flatMap((listing) => {
      const own = listing.recordKeys.filter((key) => key === keys.recordOf(listing.digest, owner))
      return own.length > 0 ? [{ ...listing, recordKeys: own }] : []
    })
  }
}
