import { digestText, isDigest } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import type { ArtifactOwner } from './workspace.ts'

/** Where bodies and records of a workspace stand in its storage; a body has one record for each owner. */
export interface ArtifactKeys {
  readonly bodies: string
  readonly records: string
  bodyOf(digest: Digest): string
  recordOf(digest: Digest, owner: ArtifactOwner): string
  /** What a key of the storage names; undefined for anything that isn't ours. */
  parse(key: string): { readonly digest: Digest; readonly kind: 'body' | 'record' } | undefined
}

/** Keys below a prefix, fanned out by the first two pairs of digits so that no folder grows large. */
export function artifactKeys(prefix: string): ArtifactKeys {
  const bodies = `${prefix}:bodies`
  const records = `${prefix}:records`
  const fanned = (digest: Digest): string => `${digest.slice(0, 2)}:${digest.slice(2, 4)}:${digest}`
  return {
    bodies,
    records,
    bodyOf: (digest) => `${bodies}:${fanned(digest)}`,
    recordOf: (digest, owner) => `${records}:${fanned(digest)}:${ownerKey(owner)}`,
    parse: (key) => {
      const kind = key.startsWith(`${bodies}:`) ? 'body' : 'record'
      const [, , digest, ownerDigest, ...rest] = key
        .slice(prefix.length + 1)
        .split(':')
        .slice(1)
      if (!isDigest(digest) || rest.length > 0) return undefined
      if (kind === 'body') return key === `${bodies}:${fanned(digest)}` ? { digest, kind } : undefined
      if (!isDigest(ownerDigest)) return undefined
      return key === `${records}:${fanned(digest)}:${ownerDigest}` ? { digest, kind } : undefined
    },
  }
}

/** Stands for an owner where its names must not be written. */
export function ownerKey(owner: ArtifactOwner): Digest {
  // JSON keeps the parts apart, and unlike UTF-8 it keeps different halves of surrogate pairs apart too.
  return digestText(JSON.stringify(owner && [owner.owner, owner.sessionId, owner.workspaceId]))
}
