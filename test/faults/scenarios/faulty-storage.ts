import { createStorage } from 'unstorage'
import type { ArtifactStorage } from '../../../src/artifacts/artifact-storage.ts'
import type { FaultyHost } from '../faulty-host.ts'

/** A storage in memory behind ports, and what is in it. */
export function faultyStorage(host: FaultyHost): {
  readonly storage: ArtifactStorage
  readonly kept: ArtifactStorage
} {
  const kept = createStorage()
  const storage = {
    getItemRaw: (key: string) => host.port('getItemRaw', () => kept.getItemRaw(key)),
    setItemRaw: (key: string, value: unknown) => host.port('setItemRaw', () => kept.setItemRaw(key, value)),
    hasItem: (key: string) => host.port('hasItem', () => kept.hasItem(key)),
    removeItem: (key: string) => host.port('removeItem', () => kept.removeItem(key)),
    getKeys: (base?: string) => host.port('getKeys', () => kept.getKeys(base)),
    getMeta: (key: string) =>
      host.port('getMeta', () => Promise.resolve({ ...kept.getMeta(key), mtime: new Date(0) })),
  }
  return { storage: storage as ArtifactStorage, kept } // of the same answers
}
