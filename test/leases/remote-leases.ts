import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { LeaseCoordinator, LeaseKey, SharedLeases } from '../../src/leases/lease-coordinator.ts'
import { ownLeases } from './own-leases.ts'

type Operation = keyof SharedLeases

/** A shared coordinator that answers later, can be made to fail or to wait, and tells what it was asked. */
export interface RemoteLeases extends SharedLeases {
  readonly asked: Operation[]
  /** Operations that fail from now on; what is asked has not happened then. */
  failing: ReadonlySet<Operation>
  /** What each operation waits for before it happens. */
  gate: Promise<void>
  readonly failure: Error
}

export function remoteLeases(calls = 1): RemoteLeases {
  const { leases } = ownLeases([], calls)
  const restored = new Set<LeaseKey>()
  const left = (keys: readonly LeaseKey[]): LeaseKey[] => keys.filter((key) => !restored.has(key))
  const failure = new Error('connect ECONNREFUSED 10.0.0.7:6379')
  const remote: RemoteLeases = {
    asked: [],
    failing: new Set(),
    gate: Promise.resolve(),
    failure,
    reserve: (owner, keys) => ask('reserve', () => leases.reserve(owner, left(keys))),
    send: (owner, forwarded) => ask('send', () => leases.send(owner, forwarded)),
    commit: (owner, forwarded) => ask('commit', () => leases.commit(owner, forwarded)),
    release: (owner) => ask('release', () => leases.release(owner)),
    anyFree: (keys) => ask('anyFree', () => leases.anyFree(left(keys))),
    deliveredOf: (keys) => ask('deliveredOf', () => leases.deliveredOf(keys)),
    state: () => ask('state', () => leases.state()),
    restore: (delivered) =>
      ask('restore', () => {
        for (const { key, count } of delivered) if (count >= calls) restored.add(key)
      }),
  }
  return remote

  async function ask<T>(operation: Operation, work: () => T): Promise<T> {
    remote.asked.push(operation)
    await remote.gate
    if (remote.failing.has(operation)) throw failure
    return work()
  }
}

/** Every operation of a coordinator. */
export const everyOperation: ReadonlySet<Operation> = new Set<Operation>([
  ...(['reserve', 'send', 'commit', 'release', 'anyFree', 'deliveredOf', 'state', 'restore'] as const),
])

/** Whether somebody could reserve the key now. */
export function isFree(leases: LeaseCoordinator, key: string): Awaitable<boolean> {
  return leases.anyFree([key], 1)
}
