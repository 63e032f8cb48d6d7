import { digestsOf, freeOf, isExhausted, type LeaseLedger } from '../../machines/leases/lease-ledger.ts'
import type { LeasesActor } from '../../machines/leases/leases.machine.ts'
import { checkLeaseKeys } from '../leases/check-lease-keys.ts'
import type { DeliveredBody, LeaseCoordinator, LeaseKey, LeaseState } from '../leases/lease-coordinator.ts'

/**
 * The lease coordinator of a run that one process works on: the run's own lease actor, spoken to in keys and owners. It
 * answers at once. Inside, each key and each owner is a small number of this run: a chart shows its context to
 * inspectors, and no hash of content belongs there.
 */
export class LeaseBook implements LeaseCoordinator {
  readonly #leases: () => LeasesActor
  readonly #numbers = new Map<LeaseKey, number>()
  readonly #keys: LeaseKey[] = []
  readonly #owners = new Map<string, number>()
  #ownerCount = 0

  /** @param delivered what the actor is started with, in this order: the numbers of `deliveredNumbers` */
  constructor(leases: () => LeasesActor, delivered: readonly DeliveredBody[] = []) {
    this.#leases = leases
    for (const { key } of delivered) this.#numberOf(key)
  }

  reserve(owner: string, keys: readonly LeaseKey[]): ReadonlySet<LeaseKey> {
    checkLeaseKeys(keys)
    const leases = this.#leases()
    const number = this.#ownerOf(owner)
    leases.send({ type: 'lease.reserve', owner: number, digests: this.#numbersOf(keys) })
    const own = digestsOf(this.#ledger(), number)
    if (own.length === 0) this.#owners.delete(owner)
    return new Set(keys.filter((key) => own.includes(this.#numberOf(key))))
  }

  send(owner: string, forwarded: readonly LeaseKey[]): boolean {
    const leases = this.#leases()
    const number = this.#owners.get(owner)
    const own = number === undefined ? [] : digestsOf(this.#ledger(), number)
    const digests = this.#numbersOf(forwarded)
    if (number === undefined || !digests.every((digest) => own.includes(digest))) return false
    leases.send({ type: 'lease.send', owner: number, forwarded: digests })
    return true
  }

  commit(owner: string, forwarded: readonly LeaseKey[]): boolean {
    const leases = this.#leases()
    const number = this.#owners.get(owner)
    if (number === undefined) return false
    const own = digestsOf(this.#ledger(), number)
    const digests = this.#numbersOf(forwarded)
    leases.send({ type: 'lease.commit', owner: number, forwarded: digests })
    this.#owners.delete(owner)
    return digests.every((digest) => own.includes(digest))
  }

  release(owner: string): boolean {
    const leases = this.#leases()
    const number = this.#owners.get(owner)
    if (number === undefined) return false
    leases.send({ type: 'lease.release', owner: number })
    return this.#owners.delete(owner)
  }

  anyFree(keys: readonly LeaseKey[]): boolean {
    return freeOf(this.#ledger(), this.#numbersOf(keys)).length > 0
  }

  deliveredOf(keys: readonly LeaseKey[]): ReadonlySet<LeaseKey> {
    const ledger = this.#ledger()
    return new Set(keys.filter((key) => isExhausted(ledger, this.#numberOf(key))))
  }

  state(): LeaseState {
    const { delivered, held } = this.#ledger()
    const counts = new Map<number, number>()
    for (const digest of delivered) counts.set(digest, (counts.get(digest) ?? 0) + 1)
    return {
      delivered: [...counts].map(([digest, count]) => ({ key: this.#keyOf(digest), count })),
      sending: held.filter(({ state }) => state === 'sending').map(({ digest }) => this.#keyOf(digest)),
    }
  }

  #ledger(): LeaseLedger {
    return this.#leases().getSnapshot().context
  }

  #ownerOf(owner: string): number {
    const known = this.#owners.get(owner)
    if (known !== undefined) return known
    this.#owners.set(owner, this.#ownerCount)
    return this.#ownerCount++
  }

  #numbersOf(keys: readonly LeaseKey[]): readonly number[] {
    return keys.map((key) => this.#numberOf(key))
  }

  #numberOf(key: LeaseKey): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#keys.length)
    return this.#keys.push(key) - 1
  }

  #keyOf(number: number): LeaseKey {
    return this.#keys[number] ?? ''
  }
}

/** What the lease actor is started with: one number for each delivery, as a `LeaseBook` of the same bodies reads them. */
export function deliveredNumbers(delivered: readonly DeliveredBody[]): readonly number[] {
  const numbers = new Map<LeaseKey, number>()
  return delivered.flatMap(({ key, count }) => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return Array<number>(count).fill(number)
  })
}
