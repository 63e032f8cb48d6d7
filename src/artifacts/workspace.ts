import type { Digest } from '../context/entry.ts'

/** Who owns an artifact: the parts of a trust binding that don't change. Null where runs are opened without one. */
export type ArtifactOwner = {
  readonly owner: string
  readonly sessionId: string
  readonly workspaceId: string
} | null

/** Where a body comes from, for whoever lists artifacts. */
export interface ArtifactOrigin {
  /** Name of the tool that made it. */
  readonly tool?: string | undefined
}

/** What is known of an artifact without its body. */
export interface ArtifactRecord {
  readonly digest: Digest
  /** UTF-8 bytes of the body. */
  readonly bytes: number
  /** Milliseconds since 1970, of the first time that it was stored. */
  readonly storedAt: number
  readonly tool: string | undefined
}

export type StoreResult =
  | { readonly status: 'stored' | 'existing'; readonly digest: Digest; readonly bytes: number }
  /** Nothing that can be referred to is there; what stood there before stands there still. */
  | {
      readonly status: 'failed'
      readonly reason: 'workspaceReadFailed' | 'workspaceWriteFailed' | 'contentAddressMismatch'
      readonly bytes: number
    }
  /** The body is written, its record is not: storing it again completes it. */
  | {
      readonly status: 'recoveryRequired'
      readonly reason: 'recordWriteFailed' | 'cancelledAfterWrite'
      readonly digest: Digest
      readonly bytes: number
    }

export type ReadResult =
  /** The whole body, its bytes checked against the digest. */
  | { readonly status: 'found'; readonly body: string; readonly bytes: number }
  /** Something is there whose bytes are not those of the digest. It is never returned. */
  | { readonly status: 'stale' }
  | { readonly status: 'missing' | 'unauthorized' | 'workspaceReadFailed' }

export type StatResult =
  | { readonly status: 'found'; readonly record: ArtifactRecord }
  | { readonly status: 'missing' | 'unauthorized' | 'workspaceReadFailed' }

export interface WorkspaceCallOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * The only authority for artifact bytes: content-addressed, written once, verified on every read. Operational failures are
 * answers, not exceptions; an aborted signal throws its reason.
 */
export interface Workspace {
  /** Stores a body once, and its record for the owner. */
  store(
    body: string,
    owner: ArtifactOwner,
    origin?: ArtifactOrigin,
    options?: WorkspaceCallOptions,
  ): Promise<StoreResult>
  /** What is known of an artifact; the body is not read. */
  stat(digest: Digest, owner: ArtifactOwner, options?: WorkspaceCallOptions): Promise<StatResult>
  /** The body, verified. */
  read(digest: Digest, owner: ArtifactOwner, options?: WorkspaceCallOptions): Promise<ReadResult>
}
