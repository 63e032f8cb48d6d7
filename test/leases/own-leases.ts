import type { DeliveredBody } from '../../src/leases/lease-coordinator.ts'
import { deliveredNumbers, LeaseBook } from '../../src/run/lease-book.ts'
import { RunActorHandle } from '../../src/run/run-actor.ts'

/** The coordinator of a run in this process: the lease actor of a real run actor. */
export function ownLeases(delivered: readonly DeliveredBody[] = [], calls = 1) {
  const actor = new RunActorHandle(deliveredNumbers(delivered), undefined, calls)
  return { actor, leases: new LeaseBook(() => actor.leases, delivered) }
}
