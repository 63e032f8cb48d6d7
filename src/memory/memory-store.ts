/** Where a host keeps what its conversations remember: one text for each key. It holds hashes, and texts of summaries. */
export interface MemoryStore {
  /** The text that was set last under the key; nothing when there is none. */
  get(key: string): StoredText | PromiseLike<StoredText>
  set(key: string, text: string): unknown
}

type StoredText = string | null | undefined

/** How it stands with the store: nothing failed, or the last access did. */
export type StoreState = 'none' | 'working' | 'failing'

const patienceMs = 2_000

/**
 * One key of a host's store, which never throws and is never waited for long: a store that fails is one that is empty.
 * What is set while a text is being written waits, and only the newest text is written then.
 */
export class QuietStore {
  readonly #store: MemoryStore
  readonly #key: string
  #state: StoreState = 'working'
  #waiting: string | null = null
  #writing: Promise<void> | null = null

  constructor(store: MemoryStore, key: string) {
    this.#store = store
    this.#key = key
  }

  get state(): StoreState {
    return this.#state
  }

  read(): Promise<unknown> {
    return this.#attempt(() => this.#store.get(this.#key))
  }

  write(text: string): void {
    this.#waiting = text
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything is written, or given up. */
  async written(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    for (let text = this.#waiting; text !== null; text = this.#waiting) {
      this.#waiting = null
      const next = text
      await this.#attempt(() => this.#store.set(this.#key, next))
    }
    this.#writing = null
  }

  async #attempt(access: () => unknown): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('late')), patienceMs)
      })
      const value = await Promise.race([(async () => access())(), late])
      this.#state = 'working'
      return value
    } catch {
      // The error is the store's, and may hold anything: that there was one is all that is told.
      this.#state = 'failing'
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
