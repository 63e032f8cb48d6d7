import type { MessageReading, ToolCallLink } from './reading.ts'

/** New pairing keys for links of one message, by their ordinals among its calls, results and requests for approval. */
export interface LinkKeys {
  readonly calls: ReadonlyMap<number, string>
  readonly results: ReadonlyMap<number, string>
  readonly approvalRequests: ReadonlyMap<number, string>
}

/**
 * How one message shape is read, copied and rewritten. Every rewriting function returns a new message and leaves the
 * given one alone.
 */
export interface MessageForms<M> {
  /** Reads one message. Total over what a host can send: content that is not known is read as opaque. */
  read(message: M): MessageReading
  /** A copy deep enough that editing it can't reach the host's object; class instances, URLs and binary survive. */
  copy(message: M): M
  /** The content of the given results (indexes among the message's results) replaced by a text. */
  elide(message: M, results: readonly number[], replacement: string): M
  /**
   * The message with only the results that are kept; undefined when nothing would be left, itself when nothing goes.
   *
   * @param others what stands beside the results, approvals and text, stays; default true
   */
  keepResults(message: M, keep: (result: number) => boolean, others?: boolean): M | undefined
  /** The message with other pairing keys. An id that it can't hold stays as it is. */
  renameLinks(message: M, keys: LinkKeys): M
  /** One message with everything of several that hold results; left out where each result is a message of its own. */
  joinResults?(messages: readonly M[]): M
  /** Messages that answer open calls with a text saying that no result is there. */
  answerCalls(calls: readonly ToolCallLink[], text: string): M[]
  /** A message of the user role with nothing but this text. */
  userText(text: string): M
  /** A message of the assistant role with nothing but this text. */
  assistantText(text: string): M
}
