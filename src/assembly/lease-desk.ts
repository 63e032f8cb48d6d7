import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'

/** One provider call's access to the lease coordinator. */
export interface LeaseDesk {
  /** Reserves what is free, and answers with what this call holds of the given keys. */
  reserve(keys: readonly string[]): Awaitable<ReadonlySet<string>>
  /** Records that these bodies are about to be sent. Fails where one of them is no longer held. */
  send(keys: readonly string[]): Awaitable<void>
  /** Whether one of the keys, held by another call before, could be reserved now. */
  anyFree(keys: readonly string[]): Awaitable<boolean>
}
