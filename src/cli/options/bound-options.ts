import type { ReliefStep } from '../../../machines/assembly/assembly.ports.ts'
import type { HybridProfileOptions } from '../../profile/hybrid-profile.ts'
import type { PlanReducer } from '../../reducers/chain.ts'
import type { ShapeName } from '../input/shape-names.ts'

export const presets = ['recommended', 'seed'] as const

/** Options of the profile that a configuration file can set beside those that have a flag. */
export type FileOptions = Partial<
  Pick<
    HybridProfileOptions,
    | 'minimumRetentionCount'
    | 'compactionTarget'
    | 'outputReserve'
    | 'requestOverhead'
    | 'elideOlderResults'
    | 'omissionNotice'
    | 'pinFirstUserMessage'
    | 'onReducerFailure'
    | 'mode'
  >
>

/** How lists are to be bounded, as flags and the configuration file say it. What is left out is the preset's. */
export interface BoundOptions extends FileOptions {
  readonly hardLimit?: number | undefined
  readonly triggerMargin?: number
  readonly retain?: number
  readonly attempts?: number
  readonly reducer?: PlanReducer
  readonly preset?: (typeof presets)[number]
  readonly relief?: readonly ReliefStep[]
  readonly onBrokenSequence?: 'pass' | 'repair' | 'terminate'
  readonly memory?: boolean
  readonly dialect?: ShapeName
  /** Which of several recorded requests or conversations in a file, counted from 1. */
  readonly pick?: number
}
