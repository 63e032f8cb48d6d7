import type { SnapshotCapture, SnapshotSource } from '../assembly/snapshot-source.ts'

/** A history whose looks are scripted. */
export interface ScriptedHistory<M> extends SnapshotSource<M> {
  capture(): SnapshotCapture<M>
  /** How often it was looked at. */
  readonly captureCount: number
}

/**
 * A snapshot source that shows one list after the other, each look the next one, and the last of them ever after. A list
 * that comes twice in a row is the same version.
 */
export function scriptedHistory<M>(lists: readonly (readonly M[])[]): ScriptedHistory<M> {
  let captureCount = 0
  let version = 0
  let shown: readonly M[] | undefined
  return {
    get captureCount() {
      return captureCount
    },
    capture: () => {
      const messages = lists[Math.min(captureCount, lists.length - 1)] ?? []
      captureCount += 1
      if (messages !== shown) version += 1
      shown = messages
      return { version, messages }
    },
  }
}
