import type { MessageReading } from './reading.ts'

/** What an entry is, for the required set and for the sizes by category. */
export type EntryKind =
  | 'systemInstruction'
  | 'authoritativeSessionState'
  | 'approvalSecurityState'
  | 'artifactReference'
  | 'toolExchange'
  | 'conversationalMessage'
  | 'summary'
  | 'recoverableSegment'
  | 'optionalContext'
  | 'omissionNotice'

/**
 * Where an entry's message comes from. Only `original` is the host's own object; the others are forms that we derive
 * from it, or content that we or a reducer add.
 */
export type EntryForm =
  | 'original'
  | 'repaired'
  | 'elided'
  | 'body'
  | 'summary'
  | 'ledger'
  | 'notice'
  /** Returned by a message reducer in place of an entry, and not equal to it. */
  | 'mutated'
  /** Returned by a message reducer, and equal to nothing it was given. */
  | 'foreign'

/** SHA-256 of an artifact's bytes as 64 lowercase hex digits. */
export type Digest = string

/** A rehydrated body that rides in an entry for one dispatch. */
export interface CarriedBody<M> {
  readonly digest: Digest
  /** What it is leased by: its digest, and its range where it is a part of the artifact. */
  readonly key: string
  /** The part of the entry's size that goes when the body is evicted, in the estimator's unit. */
  readonly size: number
  /** The entry without the body; null when the entry is nothing but the body. */
  readonly without: Entry<M> | null
}

/** One message, classified and measured. Frozen by convention: rules make new ones, they never edit. */
export interface Entry<M> {
  readonly message: M
  readonly reading: MessageReading
  readonly kind: EntryKind
  readonly form: EntryForm
  /** In the estimator's unit. */
  readonly size: number
  /** Index in the effective original (the snapshot after repair); -1 for content that is not in it. */
  readonly position: number
  /** Index in the host's list; -1 for content that is not in it. */
  readonly hostIndex: number
  /** Artifacts that this entry refers to, in order, without repeats. */
  readonly references: readonly Digest[]
  readonly body: CarriedBody<M> | null
  /** The host pins it: it is required whatever its kind. */
  readonly pinned: boolean
}
