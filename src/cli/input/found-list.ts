import type { ShapeName } from './shape-names.ts'

/** A list of messages or items, and what the request carries beside it. */
export interface FoundList {
  readonly items: readonly unknown[]
  /** Names the place of an item, for messages. */
  readonly placeOf: (index: number) => string
  /** Tools, system prompt and the like, as they are sent. */
  readonly overhead: readonly string[]
  /** The shape that the holder of the list speaks for, where nothing in the list does. */
  readonly hint: ShapeName | undefined
  /** Whether it was taken from several. */
  readonly isPicked: boolean
  /** Whether it is a recorded response alone. */
  readonly isAnswer: boolean
}
