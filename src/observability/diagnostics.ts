import type { AttemptRejection } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyOutcome, Stage, TerminationReason } from '../../machines/assembly/outcomes.ts'
import type { CategoryContribution } from '../context/measure.ts'

/**
 * What one assembly decided: numbers and closed literals, never content. The same frozen object on the call, on the
 * completed event and on the composed event.
 */
export interface AssemblyDiagnostics {
  readonly outcome: AssemblyOutcome
  /** Whether the outcome was acted on; in observe mode the host's list is sent whatever was decided. */
  readonly mode: 'enforce' | 'observe'
  /** Label of the estimator's unit; every size here is in it, request overhead included. */
  readonly unit: string
  /** Of the first snapshot. */
  readonly originalSize: number
  /** Of what is sent; of the required content alone when that is too large. */
  readonly finalSize: number
  /** Hard limit minus trigger margin: compaction begins above it. */
  readonly triggerThreshold: number
  readonly hardLimit: number
  /** Reducer invocations, and restarts that stood for one. */
  readonly attemptCount: number
  readonly restartCount: number
  /** Steps in the order of their execution. */
  readonly stages: readonly Stage[]
  /** Sizes by category; they add up to `finalSize`. Empty when the newest snapshot was not classified. */
  readonly categories: readonly CategoryContribution[]
  /** Whether the provider would take the list; null when nothing is sent. */
  readonly finalSequenceValid: boolean | null
  readonly rejections: readonly AttemptRejection[]
  /** Calls closed, results dropped and results moved by the repair of a broken list. */
  readonly repairedEntryCount: number
  readonly elidedEntryCount: number
  /** Messages of the host's list that are not sent, in any form. */
  readonly droppedEntryCount: number
  /** Prompt cache marks that went with dropped messages. */
  readonly droppedCacheMarkCount: number
  /** Indexes of the host's messages that are sent, as they are or in a derived form. Empty when nothing is sent. */
  readonly keptIndexes: readonly number[]
  readonly terminationReason: TerminationReason | null
}
