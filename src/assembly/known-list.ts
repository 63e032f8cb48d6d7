import type { Entry } from '../context/entry.ts'
import { type SizeEstimator, utf8Bytes } from '../context/measure.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { isAsWitnessed, type MessageWitness } from './message-witness.ts'

/**
 * The entries of a host's list, and what its messages held when they were read. Each place is for itself: what stands at
 * another may be older or newer.
 */
export class KnownList<M> {
  readonly #read: Dialect<M>['read']
  readonly #estimator: SizeEstimator
  readonly #entries: Entry<M>[] = []
  readonly #witnesses: (MessageWitness | null)[] = []

  constructor({ read }: Dialect<M>, estimator: SizeEstimator) {
    this.#read = read
    this.#estimator = estimator
  }

  /** Whether a dialect reads, and an estimator measures, as was done here. */
  isOf(dialect: { readonly read: unknown }, estimator: SizeEstimator): boolean {
    return dialect.read === this.#read && (estimator === utf8Bytes) === this.keepsSizes
  }

  /** Whether sizes stay what they are: a host's estimator may learn from call to call. */
  get keepsSizes(): boolean {
    return this.#estimator === utf8Bytes
  }

  /** The entry at an index, when a message holds what was read there. */
  entryOf(message: unknown, index: number): Entry<M> | undefined {
    const witness = this.#witnesses[index]
    return witness && isAsWitnessed(message, witness) ? this.#entries[index] : undefined
  }

  /** Puts an entry in the place of what is at its index. Left out, what its message held is what was held before. */
  set(index: number, entry: Entry<M>, witness = this.#witnesses[index] ?? null): void {
    this.#entries[index] = entry
    this.#witnesses[index] = witness
  }

  /** Lets go of what stands behind the end of a list. */
  endAt(length: number): void {
    if (this.#entries.length <= length) return
    this.#entries.length = length
    this.#witnesses.length = length
  }

  /** Whether an entry was read from a message that still holds the same; false also where nothing tells. */
  isUnchanged({ message, reading, hostIndex }: Entry<M>): boolean {
    return this.entryOf(message, hostIndex)?.reading === reading
  }
}
