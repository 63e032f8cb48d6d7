/**
 * How one provider says that a request is too large for it: every field that is given has to fit. An error of a stream
 * comes without a status, which fits any.
 */
export interface OverflowShape {
  readonly provider: string
  readonly status: number
  /** The `type` of the error (Gemini: its `status`). */
  readonly type?: string
  readonly code?: string
  /** Of the provider's own message, not of a client's. Groups: `limit`, `used`. */
  readonly message?: RegExp
  /** Where the shape was seen. */
  readonly source: string
}
