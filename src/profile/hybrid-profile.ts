import type { ReliefStep } from '../../machines/assembly/assembly.ports.ts'
import type { Classifier, Pin } from '../context/entry-view.ts'
import type { SizeEstimator } from '../context/measure.ts'
import type { Reducer } from '../context/reduction.ts'

/**
 * The limit and its margin, in the unit of the estimator: bytes by default, tokens with a token estimator, `Units` with
 * an estimator that has a label of its own.
 */
export type LimitOptions =
  | { readonly hardLimitBytes: number; readonly triggerMarginBytes?: number }
  | { readonly hardLimitTokens: number; readonly triggerMarginTokens?: number }
  | { readonly hardLimitUnits: number; readonly triggerMarginUnits?: number }

/** Options of compaction. Source of the first five: the hybrid compaction options. */
export interface HybridProfileOptions<M = unknown> {
  /** How many of the newest units (and at least as many newest messages) are always kept. 0 or more; default 4. */
  readonly recentMessageRetentionCount?: number
  /** How often the reducer may be asked for one provider call. 1 or more; default 3. */
  readonly maximumCompactionAttempts?: number
  /** The adviser. Its answer is verified before it counts. */
  readonly upstreamReducer: Reducer<M>
  /** Tells sizes. Default: UTF-8 bytes of rendered content. */
  readonly estimator?: SizeEstimator
  /** Size of what every request carries beside the messages, known beforehand; per-call overhead adds to it. Default 0. */
  readonly requestOverhead?: number
  /** Room that the answer needs, where the model's window holds both; taken off the hard limit. Default 0. */
  readonly outputReserve?: number
  /**
   * `'observe'` measures, decides and reports, and sends the host's list unchanged, whatever was decided: how to roll this
   * out. Default `'enforce'`.
   */
  readonly mode?: 'enforce' | 'observe'
  readonly classifier?: Classifier<M>
  /** Pins messages: their units are required whatever their age. */
  readonly pin?: Pin<M>
  /** Whether the first user message is required. Default false. */
  readonly pinFirstUserMessage?: boolean
  /** What to do with a list that the provider would refuse as it comes in. Default `'pass'`. */
  readonly onBrokenSequence?: 'pass' | 'repair' | 'terminate'
  /** Replace results of older exchanges by a notice before the reducer is asked. Default false. */
  readonly elideOlderResults?: boolean
  /** Steps to take, in order, when the required content alone is too large. Default none: the call is refused. */
  readonly relief?: readonly ReliefStep[]
  /** Units that `'shrinkRetention'` always leaves. Default 1, or the retention count if that is lower. */
  readonly minimumRetentionCount?: number
  /** Put a short constant text where the fallback left content out. Default false. */
  readonly omissionNotice?: boolean
  /** Share of the threshold that the reducer is asked to reach, above 0 and at most 1. Default 1. */
  readonly compactionTarget?: number
  /** What a reducer that throws, breaks its contract or is out of time means: the call fails, or the attempt does. Default `'throw'`. */
  readonly onReducerFailure?: 'throw' | 'fallback'
  /** Milliseconds after which a reducer is out of time. Default 60,000. */
  readonly reducerTimeoutMs?: number
}

/** Options of compaction, with a limit in bytes, in tokens, or in a unit of your own. */
export type HybridProfile<M = unknown> = HybridProfileOptions<M> & LimitOptions

/** A profile that was checked, with every default filled in and sizes in the estimator's unit. */
export interface CheckedProfile {
  readonly mode: 'enforce' | 'observe'
  readonly hardLimit: number
  readonly threshold: number
  readonly retention: { readonly recentMessageRetentionCount: number; readonly pinFirstUserMessage: boolean }
  readonly minimumRetentionCount: number
  readonly maximumCompactionAttempts: number
  readonly upstreamReducer: (request: never) => unknown
  readonly estimator: SizeEstimator
  readonly requestOverhead: number
  readonly classifier: ((entry: never) => unknown) | undefined
  readonly pin: ((entry: never) => unknown) | undefined
  readonly onBrokenSequence: 'pass' | 'repair' | 'terminate'
  readonly elideOlderResults: boolean
  readonly relief: readonly ReliefStep[]
  readonly omissionNotice: boolean
  readonly compactionTarget: number
  readonly onReducerFailure: 'throw' | 'fallback'
  readonly reducerTimeoutMs: number
}
