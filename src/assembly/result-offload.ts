import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { andThen, isPromiseLike } from './and-then.ts'
import type { OffloadDesk } from './offload-desk.ts'

/**
 * Keeps the results that one assembly takes out. A plan is made with the envelopes in place, then what they stand for is
 * stored, and only then the plan counts: no envelope is ever sent for a body that is not in the workspace.
 */
export class ResultOffload {
  readonly #desk: OffloadDesk | null
  /** Results that could not be stored. They stay where they are. */
  readonly #kept = new Set<string>()
  readonly #onWait: () => void
  #wanted = new Set<string>()

  /** `onWait` is called whenever others get the word because something has to be stored. */
  constructor(desk: OffloadDesk | null, onWait: () => void) {
    this.#desk = desk
    this.#onWait = onWait
  }

  /** What takes a result's place: an envelope, or null where it must stay; undefined for a result that is not offloaded. */
  standInFor(result: string): string | null | undefined {
    const envelope = this.#desk?.envelopeOf(result)
    if (envelope === undefined) return undefined
    if (this.#kept.has(result)) return null
    this.#wanted.add(result)
    return envelope
  }

  /** Makes a plan that holds, without the results that could not be stored, and goes on with it. */
  settle<T, R>(plan: () => T, next: (planned: T) => R): Awaitable<R> {
    const desk = this.#desk
    if (!desk) return next(plan())
    const wanted = new Set<string>()
    this.#wanted = wanted
    const planned = plan()
    if (wanted.size === 0) return next(planned)
    const stored = desk.store([...wanted])
    if (isPromiseLike(stored)) this.#onWait()
    return andThen(stored, (failed): Awaitable<R> => {
      if (failed.size === 0) return next(planned)
      for (const result of failed) this.#kept.add(result)
      return this.settle(plan, next)
    })
  }
}
