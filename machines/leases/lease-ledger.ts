/** One provider call's claim on one digest. `sending` from the moment before the host has the list in hand. */
export interface Lease {
  readonly digest: number
  /** Number of the provider call. It outlives the call's actor. */
  readonly owner: number
  readonly state: 'reserved' | 'sending'
}

/** Who holds which body, and what was delivered. */
export interface LeaseLedger {
  readonly held: readonly Lease[]
  /** Once for each call that delivered the digest. */
  readonly delivered: readonly number[]
  /** In how many calls one body may go out. */
  readonly deliveriesPerBody: number
}

/** What the coordinator is started with. */
export interface LeasesInput {
  /** What was delivered before, when the run is restored: once for each delivery. */
  readonly delivered: readonly number[]
  /** In how many calls one body may go out. Default 1. */
  readonly deliveriesPerBody?: number
}

export interface ReserveLeases {
  readonly type: 'lease.reserve'
  readonly owner: number
  readonly digests: readonly number[]
}

export interface SendLeases {
  readonly type: 'lease.send'
  readonly owner: number
  /** Digests whose bodies are in the list that is about to be sent. Default: all that the call holds. */
  readonly forwarded?: readonly number[]
}

export interface CommitLeases {
  readonly type: 'lease.commit'
  readonly owner: number
  /** Digests whose bodies were in the list that was sent. */
  readonly forwarded: readonly number[]
}

export interface ReleaseLeases {
  readonly type: 'lease.release'
  readonly owner: number
}

/** What the coordinator understands. */
export type LeaseEvent = ReserveLeases | SendLeases | CommitLeases | ReleaseLeases

/** Grants what may still be delivered and is not held by another call. */
export function claim(ledger: LeaseLedger, { owner, digests }: ReserveLeases): LeaseLedger {
  const free = freeOf(ledger, digests)
  if (free.length === 0) return ledger
  const granted = free.map((digest): Lease => ({ digest, owner, state: 'reserved' }))
  return { ...ledger, held: [...ledger.held, ...granted] }
}

/** The digests that a call could reserve now, each once. */
export function freeOf(ledger: LeaseLedger, digests: readonly number[]): readonly number[] {
  const held = new Set(ledger.held.map(({ digest }) => digest))
  return [...new Set(digests)].filter((digest) => !held.has(digest) && !isExhausted(ledger, digest))
}

/** Whether a digest was delivered as often as it may be. */
export function isExhausted({ delivered, deliveriesPerBody }: LeaseLedger, digest: number): boolean {
  let at = -1
  for (let count = 0; count < deliveriesPerBody; count += 1) {
    at = delivered.indexOf(digest, at + 1)
    if (at === -1) return false
  }
  return true
}

/** Whether the call holds something, and all that it is about to send. */
export function holdsForwarded(ledger: LeaseLedger, { owner, forwarded = [] }: SendLeases): boolean {
  const own = digestsOf(ledger, owner)
  return own.length > 0 && forwarded.every((digest) => own.includes(digest))
}

/** Marks what is in the list. What was evicted from it stays reserved: it is not on its way to anyone. */
export function startSending(ledger: LeaseLedger, { owner, forwarded }: SendLeases): LeaseLedger {
  const rides = (lease: Lease): boolean =>
    lease.owner === owner && (forwarded === undefined || forwarded.includes(lease.digest))
  return {
    ...ledger,
    held: ledger.held.map((lease) => (rides(lease) ? { ...lease, state: 'sending' } : lease)),
  }
}

/** Ends all leases of a call in one step: what was forwarded is delivered, the rest is free again. */
export function settle(ledger: LeaseLedger, owner: number, forwarded: readonly number[]): LeaseLedger {
  const delivered = digestsOf(ledger, owner).filter((digest) => forwarded.includes(digest))
  return {
    ...ledger,
    held: ledger.held.filter((lease) => lease.owner !== owner),
    delivered: delivered.length === 0 ? ledger.delivered : [...ledger.delivered, ...delivered],
  }
}

export function digestsOf({ held }: LeaseLedger, owner: number): readonly number[] {
  return held.filter((lease) => lease.owner === owner).map(({ digest }) => digest)
}
