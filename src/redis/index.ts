export { LeaseError, type LeaseProblem } from '../errors/lease-error.ts'
export { RunStateError, type RunStateIssue } from '../errors/run-state-error.ts'
export type {
  DeliveredBody,
  LeaseCoordinator,
  LeaseKey,
  LeaseState,
  SharedLeases,
} from '../leases/lease-coordinator.ts'
export type { PersistedRun } from '../run/persisted-run.ts'
export type { RedisClient } from './redis-client.ts'
export { redisLeases } from './redis-leases.ts'
export type { RedisLeasesOptions } from './redis-leases-options.ts'
