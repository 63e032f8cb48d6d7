import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'

/** What one bench subject does with a conversation. Setting up is not timed. */
export interface Subject {
  readonly name: string
  /** Turns the conversation into the subject's own messages. Not timed. */
  prepare(messages: readonly OpenAIChatMessage[]): unknown
  /** Opens what lasts from call to call. Not timed. */
  open(limitBytes: number): Promise<OpenSubject> | OpenSubject
}

export interface OpenSubject {
  /** Bounds one call. Timed. */
  call(prepared: unknown): Promise<unknown> | unknown
  close?(): Promise<void> | void
}
