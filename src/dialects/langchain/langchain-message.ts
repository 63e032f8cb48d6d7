/**
 * One LangChain message, by structure: an instance of a message class of `@langchain/core`, or one of its serialised forms,
 * which are `{ type, content }`, `{ type, data }` and the constructor form with `kwargs`. Fields beyond these are allowed.
 */
export interface LangChainMessage {
  /** `human`, `ai`, `system`, `tool`, and the rarer ones; `constructor` in the constructor form. */
  readonly type?: unknown
  /** Text or content blocks. */
  readonly content?: unknown
  readonly name?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly additional_kwargs?: unknown
  readonly response_metadata?: unknown
  /** The fields of a stored message. */
  readonly data?: unknown
  /** The fields of the constructor form. */
  readonly kwargs?: unknown
}
