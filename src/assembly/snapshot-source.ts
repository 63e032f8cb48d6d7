import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'

/** The messages at one moment. */
export interface SnapshotCapture<M> {
  /** Changes whenever the messages do; only equality counts. */
  readonly version: number | string
  readonly messages: readonly M[]
}

/**
 * A history that may change while a list is assembled from it. A plain array is one without versions: it is compared by
 * length and by the identity of its elements.
 */
export interface SnapshotSource<M> {
  capture(): Awaitable<SnapshotCapture<M>>
  /** Tells of changes as they happen, so that a reducer is not asked in vain; answers with the unsubscribe function. */
  subscribe?(listener: () => void): () => void
}
