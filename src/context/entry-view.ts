import type { AssignableKind } from './classify-entry.ts'
import type { Role } from './reading.ts'

/** What a host's classifier and its pins are shown of a message. */
export interface EntryView<M> {
  /** Index in the host's list. */
  readonly index: number
  readonly role: Role
  readonly message: M
  /** The whole content when it is nothing but text. */
  readonly text: string | undefined
}

/** Assigns a kind to a message whose structure doesn't tell; undefined leaves it a conversational message. */
export type Classifier<M = unknown> = (entry: EntryView<M>) => AssignableKind | undefined

/** Whether a message is required whatever its age. Its whole unit is kept. */
export type Pin<M = unknown> = (entry: EntryView<M>) => boolean
