import type {
  OffloadOutcome,
  OffloadReason,
  RehydrationOutcome,
  RehydrationReason,
} from '../context/artifact-decisions.ts'

/**
 * What was decided about one tool result. Numbers and closed literals; the same frozen object is returned to the caller and
 * stands on the event.
 */
export interface OffloadDiagnostics {
  readonly outcome: OffloadOutcome
  readonly reason: OffloadReason
  /** Where: at the tool, before the result is in the history, or at the dispatch of a list that is too large. */
  readonly source: 'tool' | 'dispatch'
  /** UTF-8 bytes of the result. */
  readonly inputBytes: number
  /** UTF-8 bytes of what stands for it: of a reference 82, of a result that stays its own; null when there is nothing. */
  readonly outputBytes: number | null
}

/** What was decided about one request to read an artifact back. The body is never in it. */
export interface RehydrationDiagnostics {
  readonly outcome: RehydrationOutcome
  readonly reason: RehydrationReason | 'alreadyDelivered'
  /** Whether a tool of the model asked, or the host by itself. */
  readonly source: 'toolRequest' | 'policy'
  /** What was asked for was delivered earlier in this run: there is no body again. */
  readonly alreadyDelivered: boolean
  /** The stretch that is delivered, in UTF-8 bytes at character boundaries; null when it is all of it, or nothing. */
  readonly range: readonly [start: number, end: number] | null
  /** UTF-8 bytes of the reference: 82. */
  readonly inputBytes: number
  /** UTF-8 bytes of the body, or of the range of it; null when there is none. */
  readonly outputBytes: number | null
  /** UTF-8 bytes of the whole artifact, as far as it was looked at. */
  readonly observedBytes: number | null
  /** Most UTF-8 bytes that may be handed out: as asked for, or as there is room for if that is less; null without a bound. */
  readonly budgetBytes: number | null
}
