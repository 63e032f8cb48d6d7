import type { SnapshotSource } from '../assembly/snapshot-source.ts'

/** Listens to a source that can tell of its changes; a list can't. What is no source at all is refused by the capture. */
export function subscribeTo<N>(
  messages: readonly N[] | SnapshotSource<N>,
  listener: () => void,
): (() => void) | undefined {
  if (typeof messages !== 'object' || messages === null || !('subscribe' in messages)) return undefined
  return messages.subscribe?.(listener)
}
