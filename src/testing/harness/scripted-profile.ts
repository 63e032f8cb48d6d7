import type { AssemblyBounds } from '../../../machines/index.ts'
import type { Reducer } from '../../context/reduction.ts'
import type { HybridProfile } from '../../profile/hybrid-profile.ts'
import { statedSize } from './scripted-content.ts'

/** The profile that comes to these bounds, for content that states its sizes. */
export function scriptedProfile<M>(bounds: AssemblyBounds, upstreamReducer: Reducer<M>): HybridProfile<M> {
  return {
    hardLimitUnits: bounds.hardLimit,
    triggerMarginUnits: bounds.hardLimit - bounds.threshold,
    recentMessageRetentionCount: 2,
    minimumRetentionCount: 1,
    maximumCompactionAttempts: bounds.maximumAttempts,
    upstreamReducer,
    estimator: {
      unit: 'stated',
      estimate: ({ pieces }) =>
        pieces.reduce((sum, piece) => sum + ('text' in piece ? statedSize(piece.text) : 0), 0),
    },
    onBrokenSequence: bounds.refusesBrokenSequence ? 'terminate' : 'pass',
    elideOlderResults: bounds.elidesResults,
    relief: bounds.relief,
    onReducerFailure: bounds.toleratesReducerFailure ? 'fallback' : 'throw',
    reducerTimeoutMs: 1,
  }
}
