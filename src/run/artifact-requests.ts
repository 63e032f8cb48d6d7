import type { ByteRange } from '../context/envelope.ts'
import type { OffloadDiagnostics } from '../observability/artifact-diagnostics.ts'

/** What is known of a tool result that is to be offloaded. */
export interface OffloadRequest {
  /** Name of the tool. It stands in the artifact's record, and in no event. */
  readonly tool?: string | undefined
  /** The text is the answer to a request to read an artifact: it stays as it is. Default false. */
  readonly readBack?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What the history is to hold of a tool result. */
export interface OffloadedResult {
  /** The text itself, an envelope, or a few words of what went wrong; never a part of the text. */
  readonly text: string
  /** The very object that the event carries. */
  readonly decision: OffloadDiagnostics
}

export interface RehydrateOptions {
  /** Most UTF-8 bytes that may be handed out. Default: what there is room for under the limit. */
  readonly maxBytes?: number | undefined
  /** The stretch that is wanted, in UTF-8 bytes. Default: all of it. */
  readonly range?: ByteRange | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Who asks. The body for a `'toolRequest'` rides in the tool result that is its reference, and waits for that; one of a
   * `'policy'` may also stand in a message of its own behind the reference. Default `'policy'`.
   */
  readonly source?: 'toolRequest' | 'policy' | undefined
}
