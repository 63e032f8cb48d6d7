import type { MessageForms } from '../context/message-forms.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'

/** One message shape, together with the sequence rules of the provider that will read it. */
export interface Dialect<M> extends MessageForms<M> {
  /** Literal name of the shape, such as `openaiChat`. */
  readonly name: string
  readonly rules: SequenceRules
}
