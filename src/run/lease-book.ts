import type { LeasesActor } from '../../machines/leases/leases.machine.ts'
import type { LeaseDesk } from '../assembly/lease-desk.ts'
import type { Digest } from '../context/entry.ts'

/**
 * Speaks to the lease coordinator in digests. Inside, each digest is a small number of this run: a chart shows its
 * context to inspectors, and no hash of content belongs there.
 */
export class LeaseBook {
  readonly #leases: () => LeasesActor
  readonly #numbers = new Map<Digest, number>()

  constructor(leases: () => LeasesActor) {
    this.#leases = leases
  }

  /** One call's access to the coordinator. */
  desk(owner: number): LeaseDesk {
    return {
      reserve: (digests) => {
        const leases = this.#leases()
        leases.send({
          type: 'lease.reserve',
          owner,
          digests: digests.map((digest) => this.#numberOf(digest)),
        })
        const { held } = leases.getSnapshot().context
        const own = new Set(held.filter((lease) => lease.owner === owner).map(({ digest }) => digest))
        return new Set(digests.filter((digest) => own.has(this.#numberOf(digest))))
      },
      anyFree: (digests) => {
        const { held, delivered } = this.#leases().getSnapshot().context
        const taken = new Set([...held.map(({ digest }) => digest), ...delivered])
        return digests.some((digest) => !taken.has(this.#numberOf(digest)))
      },
    }
  }

  /** The host has the list in hand: its leases are sending. */
  send(owner: number): void {
    this.#leases().send({ type: 'lease.send', owner })
  }

  /** Forwarded bodies are delivered, the call's other leases are free, in one step. */
  commit(owner: number, forwarded: readonly Digest[]): void {
    this.#leases().send({
      type: 'lease.commit',
      owner,
      forwarded: forwarded.map((digest) => this.#numberOf(digest)),
    })
  }

  release(owner: number): void {
    this.#leases().send({ type: 'lease.release', owner })
  }

  isDelivered(digest: Digest): boolean {
    return this.#leases().getSnapshot().context.delivered.includes(this.#numberOf(digest))
  }

  #numberOf(digest: Digest): number {
    const known = this.#numbers.get(digest)
    if (known !== undefined) return known
    this.#numbers.set(digest, this.#numbers.size)
    return this.#numbers.size - 1
  }
}
