import type { Digest } from '../context/entry.ts'

/** A body that was rehydrated and is to ride in the place of its reference. */
export interface RehydratedBody {
  readonly digest: Digest
  /** What it is leased by: its digest, and its range where it is a part of the artifact. */
  readonly key: string
  /** As the model will read it, wrapped. */
  readonly text: string
  /** Nobody's tool asked for it: it may stand in a message of its own where no result is its place. */
  readonly standsAlone?: boolean
}
