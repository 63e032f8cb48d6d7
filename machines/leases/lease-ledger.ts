/** One provider call's claim on one digest. `sending` from the moment the host has the list in hand. */
export interface Lease {
  readonly digest: number
  /** Number of the provider call. It outlives the call's actor. */
  readonly owner: number
  readonly state: 'reserved' | 'sending'
}

export interface LeaseLedger {
  readonly held: readonly Lease[]
  readonly delivered: readonly number[]
}

export interface ReserveLeases {
  readonly type: 'lease.reserve'
  readonly owner: number
  readonly digests: readonly number[]
}

export interface SendLeases {
  readonly type: 'lease.send'
  readonly owner: number
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

export type LeaseEvent = ReserveLeases | SendLeases | CommitLeases | ReleaseLeases

/** Grants what is neither delivered nor held by another call. */
export function claim(ledger: LeaseLedger, { owner, digests }: ReserveLeases): LeaseLedger {
  const taken = new Set([...ledger.delivered, ...ledger.held.map(({ digest }) => digest)])
  const free = [...new Set(digests)].filter((digest) => !taken.has(digest))
  if (free.length === 0) return ledger
  const granted = free.map((digest): Lease => ({ digest, owner, state: 'reserved' }))
  return { ...ledger, held: [...ledger.held, ...granted] }
}

export function startSending(ledger: LeaseLedger, { owner }: SendLeases): LeaseLedger {
  return {
    ...ledger,
    held: ledger.held.map((lease) => (lease.owner === owner ? { ...lease, state: 'sending' } : lease)),
  }
}

/** Ends all leases of a call in one step: what was forwarded is delivered, the rest is free again. */
export function settle(ledger: LeaseLedger, owner: number, forwarded: readonly number[]): LeaseLedger {
  const own = ledger.held.filter((lease) => lease.owner === owner)
  const delivered = own.filter(({ digest }) => forwarded.includes(digest)).map(({ digest }) => digest)
  return {
    held: ledger.held.filter((lease) => lease.owner !== owner),
    delivered: delivered.length === 0 ? ledger.delivered : [...ledger.delivered, ...delivered],
  }
}
