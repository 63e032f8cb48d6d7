import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Digest } from '../context/entry.ts'

/** One provider call's access to the lease coordinator. */
export interface LeaseDesk {
  /** Reserves what is free, and answers with what this call holds of the given digests. */
  reserve(keys: readonly string[]): Awaitable<ReadonlySet<string>>
  /** Records that these bodies are about to be sent. Fails where one of them is no longer held. */
  send(keys: readonly string[]): Awaitable<void>
  /** Whether one of the digests, held by another call before, could be reserved now. */
  anyFree(digests: readonly Digest[]): Awaitable<boolean>
}
