import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { LeaseDesk } from '../assembly/lease-desk.ts'
import { LeaseError } from '../errors/lease-error.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'
import { leaseErrorOf } from '../leases/ask-leases.ts'
import type { LeaseCoordinator, LeaseKey } from '../leases/lease-coordinator.ts'

const nothing: ReadonlySet<LeaseKey> = new Set()

/**
 * The leases of one provider call, whatever coordinates them. A call that carries no body never asks for any, so a store
 * that is out of reach can't fail it. Where the store is not sure, the body stays behind: it is rather withheld than sent
 * twice.
 */
export class CallLeases implements LeaseDesk {
  readonly #coordinator: LeaseCoordinator
  readonly #owner: string
  readonly #calls: number
  #last: Promise<unknown> | undefined
  #asked = false
  #over = false

  constructor(coordinator: LeaseCoordinator, owner: string, calls: number) {
    this.#coordinator = coordinator
    this.#owner = owner
    this.#calls = calls
  }

  /** @throws RunClosedError, LeaseError for a blank key; a store that fails grants nothing */
  reserve(keys: readonly LeaseKey[]): Awaitable<ReadonlySet<LeaseKey>> {
    // A late step of a call that is settled: what it reserved now, nobody would release.
    if (this.#over || keys.length === 0) return nothing
    this.#asked = true
    return this.#inTurn(() => this.#coordinator.reserve(this.#owner, keys, this.#calls), withhold)
  }

  anyFree(keys: readonly LeaseKey[]): Awaitable<boolean> {
    return this.#inTurn(
      () => this.#coordinator.anyFree(keys, this.#calls),
      () => false,
    )
  }

  /**
   * Records that the bodies are about to be sent. The history is looked at once more behind it, where it is waited for.
   *
   * @throws LeaseError when a lease is lost, or when the store doesn't answer
   */
  send(forwarded: readonly LeaseKey[]): Awaitable<void> {
    if (forwarded.length === 0) return
    const check = (held: boolean): void => {
      if (!held) throw new LeaseError('lost')
    }
    const held = this.#inTurn(() => this.#coordinator.send(this.#owner, forwarded), refuse)
    return typeof held === 'boolean' ? check(held) : held.then(check)
  }

  /** Never fails: until the store knows better, what was sent counts as delivered. */
  commit(forwarded: readonly LeaseKey[]): Awaitable<void> {
    return this.#settle(() => this.#coordinator.commit(this.#owner, forwarded))
  }

  /** Never fails: what the store doesn't hear of stays withheld, or expires. */
  release(): Awaitable<void> {
    return this.#settle(() => this.#coordinator.release(this.#owner))
  }

  #settle(work: () => Awaitable<boolean>): Awaitable<void> {
    if (this.#over) return
    this.#over = true
    if (!this.#asked) return
    const settled = this.#inTurn(work, () => false)
    if (typeof settled !== 'boolean') return settled.then(() => {})
  }

  // One after the other, so that a release never overtakes the reserve that it is to undo.
  #inTurn<T>(work: () => Awaitable<T>, recover: (error: unknown) => T): Awaitable<T> {
    if (this.#last) return this.#wait(this.#last.then(work), recover)
    try {
      const answer = work()
      return isPromiseLike(answer) ? this.#wait(answer, recover) : answer
    } catch (error) {
      return recover(error)
    }
  }

  #wait<T>(answer: PromiseLike<T>, recover: (error: unknown) => T): Promise<T> {
    const recovered = Promise.resolve(answer).catch(recover)
    this.#last = recovered.catch(() => {})
    return recovered
  }
}

function withhold(error: unknown): ReadonlySet<LeaseKey> {
  // What the store did is unknown; what we refuse ourselves is a mistake to be told.
  if (PlimsollError.isInstance(error) && !(LeaseError.isInstance(error) && error.problem === 'unavailable')) {
    throw error
  }
  return nothing
}

function refuse(error: unknown): never {
  throw leaseErrorOf(error)
}

function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
