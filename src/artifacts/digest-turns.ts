import type { Digest } from '../context/entry.ts'
import { untilAborted } from './until-aborted.ts'

/** Lets one piece of work at a time happen to a digest, in the order in which it was asked for. */
export class DigestTurns {
  readonly #last = new Map<Digest, Promise<unknown>>()

  /** Digests that something happens to right now. */
  busy(): Iterable<Digest> {
    return this.#last.keys()
  }

  async take<T>(digest: Digest, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last.get(digest)
    const mine = before === undefined ? work() : untilAborted(before, signal).then(work)
    // Who gives up waiting must not let the next one pass by those before it.
    const settled = Promise.allSettled([before, mine])
    this.#last.set(digest, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(digest) === settled) this.#last.delete(digest)
    }
  }
}
