import type { ArtifactStorage } from './artifact-storage.ts'
import { untilAborted } from './until-aborted.ts'

/** What stands under a key. `foreign` is something that has no bytes. */
export type StoredItem =
  | { readonly status: 'found'; readonly bytes: Uint8Array }
  | { readonly status: 'missing' | 'foreign' | 'failed' }

/**
 * A storage whose failures are answers. A storage is foreign code: it may throw, never answer, or answer with anything.
 * What it throws is dropped here, since it may name paths. Only an aborted signal throws, its reason.
 */
export class StorageGuard {
  readonly #storage: ArtifactStorage

  constructor(storage: ArtifactStorage) {
    this.#storage = storage
  }

  async read(key: string, signal?: AbortSignal): Promise<StoredItem> {
    const value = await this.#attempt(() => this.#storage.getItemRaw(key), signal, failed)
    if (value === null || value === undefined) return { status: 'missing' }
    // The file system driver answers with the error that it met, in place of throwing it.
    if (value === failed || value instanceof Error) return { status: 'failed' }
    if (typeof value === 'string') return { status: 'found', bytes: Buffer.from(value) }
    if (value instanceof Uint8Array) return { status: 'found', bytes: value }
    if (value instanceof ArrayBuffer) return { status: 'found', bytes: new Uint8Array(value) }
    return { status: 'foreign' }
  }

  /** Whether the storage took it; only reading it back tells whether it is there. */
  async write(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#attempt(() => this.#storage.setItemRaw(key, bytes), signal, failed)
    return answer !== failed
  }

  /** Undefined when the storage doesn't tell. */
  async has(key: string, signal?: AbortSignal): Promise<boolean | undefined> {
    const answer = await this.#attempt(() => this.#storage.hasItem(key), signal, failed)
    return typeof answer === 'boolean' ? answer : undefined
  }

  /** Whether nothing stands under the key any more. */
  async remove(key: string, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#attempt(() => this.#storage.removeItem(key), signal, failed)
    return answer !== failed && (await this.has(key, signal)) === false
  }

  /** Keys below a base; undefined when they can't be listed. */
  async keys(base: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
    const answer: unknown = await this.#attempt(() => this.#storage.getKeys(base), signal, failed)
    if (!Array.isArray(answer)) return undefined
    return answer.filter((key) => typeof key === 'string')
  }

  /** Milliseconds since 1970 of the last write; undefined where the driver doesn't tell. */
  async writtenAt(key: string, signal?: AbortSignal): Promise<number | undefined> {
    const meta: unknown = await this.#attempt(
      () => this.#storage.getMeta(key, { nativeOnly: true }),
      signal,
      failed,
    )
    const time: unknown = Object(meta)['mtime']
    const milliseconds = time instanceof Date ? time.getTime() : Number.NaN
    return Number.isFinite(milliseconds) ? milliseconds : undefined
  }

  async #attempt<T, F>(
    work: () => PromiseLike<T> | T,
    signal: AbortSignal | undefined,
    otherwise: F,
  ): Promise<T | F> {
    try {
      // Nothing is begun for who is gone already.
      signal?.throwIfAborted()
      return await untilAborted(work(), signal)
    } catch {
      signal?.throwIfAborted()
      return otherwise
    }
  }
}

const failed = Symbol('failed')
