import type { Entry } from './entry.ts'
import type { LinkKeys } from './message-forms.ts'
import type { PlacedCall } from './pair-tool-links.ts'

/** How the workbench makes the entries that a repair asks for. */
export interface RepairForms<M> {
  /** Entries that answer open calls with a text saying that no result is there. */
  answerCalls(calls: readonly PlacedCall[]): readonly Entry<M>[]
  /** The entry with only some of its results, and with what stands beside them or without; undefined for nothing. */
  keepResults(entry: Entry<M>, keep: (ordinal: number) => boolean, others: boolean): Entry<M> | undefined
  /** The entry with other pairing keys; itself where its shape has no room for them. */
  renameLinks(entry: Entry<M>, keys: LinkKeys): Entry<M>
  /** One entry with the results of several; undefined where each result is a message of its own. */
  joinResults(entries: readonly Entry<M>[]): Entry<M> | undefined
  /** A constant text in the place of a message of the role that the provider misses. */
  missingTurn(role: 'user' | 'assistant'): Entry<M>
}

/** A list that the provider takes, as far as it can be mended, and how many things were mended for it. */
export interface Repair<M> {
  readonly entries: readonly Entry<M>[]
  readonly repairedCount: number
}
