import type { SnapshotCapture, SnapshotSource } from '../assembly/snapshot-source.ts'

/** A history that a host keeps and changes while calls are being assembled from it. */
export interface LiveHistory<M> extends SnapshotSource<M> {
  capture(): SnapshotCapture<M>
  subscribe(listener: () => void): () => void
  /** The messages now. A new array after each change. */
  readonly messages: readonly M[]
  append(...messages: readonly M[]): void
  replace(messages: readonly M[]): void
}

/**
 * A ready snapshot source: each change gives it a new version, so that a list which was assembled before the change is
 * never sent after it.
 */
export function liveHistory<M>(initial: readonly M[] = []): LiveHistory<M> {
  let messages: readonly M[] = Object.freeze([...initial])
  let version = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly M[]): void => {
    messages = Object.freeze(next)
    version += 1
    for (const listener of [...listeners]) listener()
  }
  return {
    get messages() {
      return messages
    },
    capture: () => ({ version, messages }),
    append: (...added) => change([...messages, ...added]),
    replace: (next) => change([...next]),
    subscribe: (listener) => {
      // A function of its own, so that one listener can be subscribed twice.
      const heard = (): void => listener()
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
