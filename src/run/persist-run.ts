import { askLeases } from '../leases/ask-leases.ts'
import type { LeaseCoordinator } from '../leases/lease-coordinator.ts'
import type { BoundingRunInput } from './bounding-run-input.ts'
import type { PersistedBody, PersistedRun } from './persisted-run.ts'

/** What `restoreRun` makes the run of again, elsewhere or later. */
export async function persistRun<M>(
  input: Pick<BoundingRunInput<M>, 'id' | 'leases' | 'metrics' | 'sequenceNumber'>,
  leases: Pick<LeaseCoordinator, 'state'>,
  pending: readonly PersistedBody[],
  counters: Pick<PersistedRun, 'callNumber' | 'limitFactor'>,
): Promise<PersistedRun> {
  const { delivered, sending } = await askLeases(() => leases.state())
  return Object.freeze({
    version: 1,
    runId: input.id,
    leases: input.leases ? 'shared' : 'own',
    delivered,
    sending,
    pending,
    ...counters,
    sequenceNumber: input.sequenceNumber(),
    metrics: input.metrics(),
  })
}
