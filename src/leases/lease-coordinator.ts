import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'

/** Names a body: its digest, or its digest and a range. */
export type LeaseKey = string

/** How often a body has been delivered. */
export interface DeliveredBody {
  readonly key: LeaseKey
  readonly count: number
}

/** What a coordinator knows, without its owners. */
export interface LeaseState {
  readonly delivered: readonly DeliveredBody[]
  /** Bodies that are on their way. Whoever goes on without this coordinator counts each as delivered once more. */
  readonly sending: readonly LeaseKey[]
}

/**
 * Says which provider call of a run may send which body. An owner is one call, named by an id that no other call ever has;
 * `calls` is the number of calls in which one body may go out. What an owner that has lost its leases asks for changes
 * nothing, and is answered with `false`.
 */
export interface LeaseCoordinator {
  /** Reserves what is neither held by another owner nor used up. Answers with what the owner holds of the keys. */
  reserve(owner: string, keys: readonly LeaseKey[], calls: number): Awaitable<ReadonlySet<LeaseKey>>
  /** Records that these bodies are about to be sent: all of them or, where one is lost, none. Such leases never expire. */
  send(owner: string, forwarded: readonly LeaseKey[]): Awaitable<boolean>
  /** Ends the owner's leases in one step: what was forwarded is delivered, the rest is free. */
  commit(owner: string, forwarded: readonly LeaseKey[]): Awaitable<boolean>
  /** Frees all that the owner holds. */
  release(owner: string): Awaitable<boolean>
  /** Whether one of the keys could be reserved now. */
  anyFree(keys: readonly LeaseKey[], calls: number): Awaitable<boolean>
  /** Those of the keys that are used up. */
  deliveredOf(keys: readonly LeaseKey[], calls: number): Awaitable<ReadonlySet<LeaseKey>>
  /** What a persisted run takes along. */
  state(): Awaitable<LeaseState>
}

/** A coordinator outside this process, for a run that several processes work on. Made by `redisLeases()`. */
export interface SharedLeases extends LeaseCoordinator {
  /** Counts what was delivered where this coordinator did not see it; never lowers a count. */
  restore(delivered: readonly DeliveredBody[]): Awaitable<void>
}
