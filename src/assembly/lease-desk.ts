import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Digest } from '../context/entry.ts'

/** One provider call's access to the lease coordinator. */
export interface LeaseDesk {
  /** Reserves what is free, and answers with what this call holds of the given digests. */
  reserve(digests: readonly Digest[]): Awaitable<ReadonlySet<Digest>>
  /** Whether one of the digests, held by another call before, could be reserved now. */
  anyFree(digests: readonly Digest[]): Awaitable<boolean>
}

/** A body that was rehydrated and is to ride in the place of its reference. */
export interface RehydratedBody {
  readonly digest: Digest
  /** As the model will read it, wrapped. */
  readonly text: string
}
