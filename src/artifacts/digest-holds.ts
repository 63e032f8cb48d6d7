import type { Digest } from '../context/entry.ts'

/** Digests that somebody in this process refers to. */
export class DigestHolds {
  readonly #counts = new Map<Digest, number>()

  /** Holds a digest until the function that comes back is called; calling it again does nothing. */
  hold(digest: Digest): () => void {
    this.#counts.set(digest, (this.#counts.get(digest) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const count = (this.#counts.get(digest) ?? 1) - 1
      if (count > 0) this.#counts.set(digest, count)
      else this.#counts.delete(digest)
    }
  }

  has(digest: Digest): boolean {
    return this.#counts.has(digest)
  }
}
