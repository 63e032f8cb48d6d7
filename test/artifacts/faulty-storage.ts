import { createStorage } from 'unstorage'
import type { ArtifactStorage } from '../../src/artifacts/artifact-storage.ts'

/** What a storage does in place of what was asked of it. Each of them says more than may get out. */
export const faults = {
  throws: () => {
    throw new Error(secret)
  },
  rejects: () => Promise.reject(new Error(secret)),
  'answers with the error': () => Promise.resolve(Object.assign(new Error(secret), { code: 'EIO' })),
  'answers with something else': () => Promise.resolve({ secret }),
  'answers with nothing': () => Promise.resolve(null),
  'answers with other bytes': () => Promise.resolve(Buffer.from(secret)),
  'answers with an empty text': () => Promise.resolve(''),
  'never answers': () => new Promise<never>(() => {}),
} as const

export type Fault = keyof typeof faults

export const secret = 'kanarie: /var/lib/secret/path'

/** A storage that fails at its n-th operation and does what it is asked at all others. */
export interface FaultyStorage extends ArtifactStorage {
  /** Begins to count anew; the operation with this index fails in this way. */
  failAt(index: number, fault: Fault): void
  /** Operations since then. */
  readonly count: number
  /** Called when the operation that never answers has begun. */
  onFault: () => void
}

/** A storage in memory that fails when it is told to. */
export function faultyStorage(): FaultyStorage {
  const storage = createStorage()
  let failing: { readonly index: number; readonly fault: Fault } | undefined
  const faulty: { count: number; onFault: () => void } = { count: 0, onFault: () => {} }
  // The answers of a fault are of no type that a storage has: that is what is tested.
  const guarded = (name: 'getItemRaw' | 'setItemRaw' | 'hasItem' | 'removeItem' | 'getKeys' | 'getMeta') =>
    ((...all: never[]) => {
      const index = faulty.count
      faulty.count += 1
      if (index !== failing?.index) return Reflect.apply(storage[name], storage, all)
      faulty.onFault()
      return faults[failing.fault]()
    }) as never // see above
  return Object.assign(faulty, {
    getItemRaw: guarded('getItemRaw'),
    setItemRaw: guarded('setItemRaw'),
    hasItem: guarded('hasItem'),
    removeItem: guarded('removeItem'),
    getKeys: guarded('getKeys'),
    getMeta: guarded('getMeta'),
    failAt: (index: number, fault: Fault) => {
      failing = { index, fault }
      faulty.count = 0
    },
  })
}
