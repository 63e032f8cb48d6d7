import type { RehydratedBody } from '../assembly/rehydrated-body.ts'

/** Bodies that wait to be delivered. They are nowhere else: not in the history, and in no chart. */
export class PendingBodies {
  readonly #bodies = new Map<string, RehydratedBody>()

  /** Those that wait, the oldest first. */
  list(): readonly RehydratedBody[] {
    return this.#bodies.size === 0 ? none : [...this.#bodies.values()]
  }

  /** One that waits already stays as it is, but may stand alone if one of its requests lets it. */
  add(body: RehydratedBody): void {
    const standsAlone = body.standsAlone === true || this.#bodies.get(body.key)?.standsAlone === true
    this.#bodies.set(body.key, { ...body, standsAlone })
  }

  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#bodies.delete(key)
  }

  clear(): void {
    this.#bodies.clear()
  }

  toJSON(): string {
    return '[pending bodies]'
  }
}

const none: readonly RehydratedBody[] = Object.freeze([])
