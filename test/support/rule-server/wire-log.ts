import type { RuleProfile } from './rule.ts'

/** One request and how it was answered. */
export interface LogEntry {
  readonly method: string
  readonly path: string
  readonly profile: RuleProfile | null
  /** The parsed body; undefined when it is no JSON. */
  readonly request: unknown
  readonly bytes: number
  /** Null when the client was gone before an answer began. */
  readonly status: number | null
  /** The rule that refused the request. */
  readonly refusedBy: string | null
  /** Whether the answer was sent to its end. */
  readonly isComplete: boolean
}
