import type { Conversation } from './conversation.ts'

/** Messages of one shape, not yet read by its dialect. */
export interface MessageDraft extends Pick<Conversation, 'shape' | 'messages' | 'overhead' | 'notes'> {
  /** Names the place of a message in the file. */
  readonly placeOf: (index: number) => string
}
