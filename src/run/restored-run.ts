import { askLeases } from '../leases/ask-leases.ts'
import { carriedOver } from '../leases/carried-over.ts'
import type { DeliveredBody, SharedLeases } from '../leases/lease-coordinator.ts'
import type { PersistedRun } from './persisted-run.ts'

/** What a run goes on from. */
export interface RestoredRun
  extends Pick<PersistedRun, 'callNumber' | 'limitFactor' | 'sequenceNumber' | 'metrics'> {
  /** For the run's own lease coordinator; nothing where another one knows. */
  readonly delivered: readonly DeliveredBody[]
}

/**
 * What a run goes on from, and what its coordinator is to know. A shared coordinator that the state came from knows better
 * what is being sent: a call of another process may still fail.
 *
 * @throws LeaseError when the shared coordinator is out of reach
 */
export async function restoredRun(
  state: PersistedRun,
  leases: SharedLeases | undefined,
): Promise<RestoredRun> {
  const { callNumber, limitFactor, sequenceNumber, metrics } = state
  const counters = { callNumber, limitFactor, sequenceNumber, metrics }
  if (!leases) return { ...counters, delivered: carriedOver(state) }
  const delivered = state.leases === 'own' ? carriedOver(state) : state.delivered
  await askLeases(() => leases.restore(delivered))
  return { ...counters, delivered: [] }
}
