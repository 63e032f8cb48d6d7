import type { MessageReading } from '../../context/reading.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Fields } from '../../dialects/fields.ts'
import type { ShapeName } from './shape-names.ts'

/** A recorded conversation, checked: each message can be read by the dialect. */
export interface Conversation {
  /** The file as it was named. */
  readonly name: string
  readonly shape: ShapeName
  /** The shape as people call it. */
  readonly title: string
  readonly dialect: Dialect<Fields>
  readonly messages: readonly Fields[]
  readonly readings: readonly MessageReading[]
  /** Texts that each request carries beside the messages. */
  readonly overhead: readonly string[]
  /** What a reader should know of how the file was taken. */
  readonly notes: readonly string[]
}
