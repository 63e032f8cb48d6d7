/** One time that the library comes to a point. */
interface Visit {
  readonly id: string
  readonly round: number
  isMade: boolean
}

/** What the instrumented library tells of each point that it comes to. */
export interface AwaitHooks {
  /** What is waited for is about to be made. */
  enter(id: string): Visit
  /** It is made, and is waited for now. */
  leave<T>(visit: Visit, waited: T): T
  /** Each item of an iterable is waited for. */
  each<T>(id: string, items: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>
}

/** Knows at which points the library waits at the moment, and which of them fail from a moment on. */
export class AwaitWatch implements AwaitHooks {
  readonly #open = new Map<string, number>()
  #failed: Set<string> | null = null
  readonly #entered = new Set<string>()
  #round = 0

  enter(id: string): Visit {
    const visit: Visit = { id, round: this.#round, isMade: false }
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1)
    if (this.#failed) this.#entered.add(id)
    // What throws while it is made never gets to `leave`; a microtask later it is known to have.
    queueMicrotask(() => {
      if (!visit.isMade) this.#settle(visit, true)
    })
    return visit
  }

  leave<T>(visit: Visit, waited: T): T {
    visit.isMade = true
    if (waited instanceof Promise)
      waited.then(
        () => this.#settle(visit, false),
        () => this.#settle(visit, true),
      )
    else this.#settle(visit, false)
    return waited
  }

  async *each<T>(id: string, items: AsyncIterable<T> | Iterable<T>): AsyncIterable<T> {
    const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
    let isOver = false
    try {
      for (;;) {
        const visit = this.enter(id)
        const { done, value } = await this.leave(visit, Promise.resolve(iterator.next()))
        if (done) break
        yield value
      }
      isOver = true
    } catch (error) {
      isOver = true
      throw error
    } finally {
      if (!isOver) await iterator.return?.()
    }
  }

  /** Forgets what is open, and what is still on its way. */
  reset(): void {
    this.#round += 1
    this.#open.clear()
    this.#entered.clear()
    this.#failed = null
  }

  /** Points at which something waits now. */
  waiting(): readonly string[] {
    return [...this.#open].flatMap(([id, count]) => (count > 0 ? [id] : []))
  }

  /** Points that were come to since points that fail are collected. */
  entered(): ReadonlySet<string> {
    return this.#entered
  }

  /** Begins to collect the points that fail. */
  collectFailed(): ReadonlySet<string> {
    this.#failed ??= new Set()
    return this.#failed
  }

  #settle({ id, round }: Visit, hasFailed: boolean): void {
    if (round !== this.#round) return
    this.#open.set(id, (this.#open.get(id) ?? 1) - 1)
    if (hasFailed) this.#failed?.add(id)
  }
}
