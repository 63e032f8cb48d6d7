import type { DeliveredBody, LeaseCoordinator } from '../../src/leases/lease-coordinator.ts'

export interface LeasesSetting {
  readonly delivered?: readonly DeliveredBody[]
  /** In how many calls one body may go out. Default 1. */
  readonly calls?: number
}

/** A coordinator under test, and what is there when its process is not. */
export interface OpenedLeases {
  readonly leases: LeaseCoordinator
  /**
   * What the process after this one coordinates with, once the first has been gone for longer than its reserved leases
   * live. `late` is what the first process speaks through, should it wake up.
   */
  takeOver(): Promise<{ readonly next: LeaseCoordinator; readonly late: LeaseCoordinator }>
  close(): Promise<void>
}

/** Opens one implementation of the lease coordinator for the contract. */
export type OpenLeases = (setting?: LeasesSetting) => Promise<OpenedLeases>
