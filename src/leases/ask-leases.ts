import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { LeaseError } from '../errors/lease-error.ts'
import { PlimsollError } from '../errors/plimsoll-error.ts'

/**
 * Asks a coordinator.
 *
 * @throws LeaseError for whatever its store fails with
 */
export async function askLeases<T>(ask: () => Awaitable<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw leaseErrorOf(error)
  }
}

/** An error of ours as it is; in the place of any other, one that holds it for `causeOf`. */
export function leaseErrorOf(error: unknown): PlimsollError {
  return PlimsollError.isInstance(error) ? error : new LeaseError('unavailable', { cause: error })
}
