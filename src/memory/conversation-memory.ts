import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { type MemoryStore, QuietStore, type StoreState } from './memory-store.ts'
import { RangeBook } from './range-book.ts'
import { readRanges, writeRanges } from './range-text.ts'
import type { ReductionRange } from './reduction-range.ts'

/** The memory behind a `ReductionMemory`, as an assembly uses it. */
export class ConversationMemory {
  readonly #book: RangeBook
  readonly #store: QuietStore | null
  #loading: Promise<void> | null = null
  #isLoaded: boolean

  constructor(maximumRanges: number, host?: { readonly store: MemoryStore; readonly key: string }) {
    this.#book = new RangeBook(maximumRanges)
    this.#store = host ? new QuietStore(host.store, host.key) : null
    this.#isLoaded = this.#store === null
  }

  /** Whether a value is a memory of ours: no other can be told to hold its content. */
  static is(value: unknown): value is ConversationMemory {
    return typeof value === 'object' && value !== null && #book in value
  }

  get size(): { readonly ranges: number; readonly entries: number } {
    return Object.freeze({ ranges: this.#book.rangeCount, entries: this.#book.entryCount })
  }

  get store(): StoreState {
    return this.#store?.state ?? 'none'
  }

  /** The remembered ranges that stand in a list. Asynchronous only as long as the store is not read. */
  recall<M>(entries: readonly Entry<M>[]): Awaitable<readonly ReductionRange[]> {
    return this.#whenLoaded(() => this.#book.locate(entries))
  }

  /** Remembers what was made of a list, in the place of all that was remembered of it. */
  remember<M>(entries: readonly Entry<M>[], ranges: readonly ReductionRange[]): void {
    void this.#whenLoaded(() => {
      if (this.#book.replace(entries, ranges)) this.#save()
    })
  }

  /** Forgets ranges that were recalled. */
  forget(ranges: readonly ReductionRange[]): void {
    this.#book.forget(ranges)
    this.#save()
  }

  clear(): void {
    // What the store holds is not to come back.
    this.#isLoaded = true
    this.#book.clear()
    this.#save()
  }

  async written(): Promise<void> {
    await this.#loading
    await this.#store?.written()
  }

  toJSON(): string {
    return '[reduction memory]'
  }

  #save(): void {
    this.#store?.write(writeRanges(this.#book.records()))
  }

  #whenLoaded<T>(act: () => T): Awaitable<T> {
    if (this.#isLoaded || !this.#store) return act()
    this.#loading ??= this.#load(this.#store)
    return this.#loading.then(act)
  }

  async #load(store: QuietStore): Promise<void> {
    const records = readRanges(await store.read())
    if (!this.#isLoaded) this.#book.addRecords(records)
    this.#isLoaded = true
  }
}
