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

/** What a workspace answers when a body is stored. */
export type StoreResult =
  /** The body is there, read back and verified, and so is its record. */
  | { readonly status: 'stored' | 'existing'; readonly digest: Digest; readonly bytes: number }
  /** Nothing that can be referred to is there; what stood there before stands there still. */
  | {
      readonly status: 'failed'
      readonly reason:
        | 'workspaceReadFailed'
        | 'workspaceWriteFailed'
        | 'contentAddressMismatch'
        /** The text holds half of a surrogate pair, which UTF-8 can't carry: it would come back as another text. */
        | 'notWellFormed'
      readonly bytes: number
    }
  /**
   * The body is written, or its writing had begun when the signal was aborted; its record is not. Storing it again
   * completes it.
   */
  | {
      readonly status: 'recoveryRequired'
      readonly reason: 'recordWriteFailed' | 'cancelledAfterWrite'
      readonly digest: Digest
      readonly bytes: number
    }

/** What a workspace answers when a body is read. */
export type ReadResult =
  /** The whole body, its bytes checked against the digest. */
  | { readonly status: 'found'; readonly body: string; readonly bytes: number }
  /** Something is there whose bytes are not those of the digest. It is never returned. */
  | { readonly status: 'stale' }
  /** `unauthorized`: a body is there, and no record of this owner. */
  | { readonly status: 'missing' | 'unauthorized' | 'workspaceReadFailed' }

/** What a workspace answers when it is asked whether it has an artifact. */
export type StatResult =
  | { readonly status: 'found'; readonly record: ArtifactRecord }
  | { readonly status: 'missing' | 'unauthorized' | 'workspaceReadFailed' }

/** Options of each call of a workspace. */
export interface WorkspaceCallOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * The only authority for artifact bytes: content-addressed, written once, verified on every read. Operational failures are
 * answers, not exceptions; an aborted signal throws its reason at once, also when the storage never answers.
 */
export interface Workspace {
  /** Stores a body once, and its record for the owner. An abort after the first write is an answer: `cancelledAfterWrite`. */
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
