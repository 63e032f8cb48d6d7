import { LeaseError } from '../errors/lease-error.ts'
import type { LeaseKey } from './lease-coordinator.ts'

/** @throws LeaseError for a key that names nothing */
export function checkLeaseKeys(keys: readonly LeaseKey[]): void {
  for (const key of keys) {
    if (typeof key !== 'string' || key.trim() === '') throw new LeaseError('blankKey')
  }
}
