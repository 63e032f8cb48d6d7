import { requestCapabilities } from '../../profile/capability-profile.ts'
import { checkProfile } from '../../profile/check-profile.ts'
import type { Composition } from '../../profile/compose.ts'
import type { CheckedProfile, HybridProfile } from '../../profile/hybrid-profile.ts'
import { recommended } from '../../profile/recommended.ts'
import type { PlanReducer } from '../../reducers/chain.ts'
import { dropOldest } from '../../reducers/drop-oldest.ts'
import { InputError } from '../input-error.ts'
import type { BoundOptions } from './bound-options.ts'

/** A composition, and how often its reducer was asked. */
export interface CountedComposition {
  readonly composition: Composition<unknown> & { readonly hybridProfile: HybridProfile<unknown> }
  readonly reducerCalls: () => number
}

/**
 * The composition that options ask for: the preset's, with what was given in its place. A profile has no default reducer;
 * here it is `drop-oldest`.
 *
 * @throws InputError when there is no hard limit
 */
export function composeOptions(options: BoundOptions): CountedComposition {
  const {
    hardLimit,
    triggerMargin,
    retain,
    attempts,
    preset,
    dialect: _,
    memory: __,
    pick: ___,
    reducer,
    ...rest
  } = options
  if (hardLimit === undefined) {
    throw new InputError('--hard-limit', undefined, 'is missing; say how much a call may send, such as 64KiB')
  }
  const counter = countCalls(reducer ?? dropOldest())
  const given = {
    ...rest,
    hardLimitBytes: hardLimit,
    upstreamReducer: counter.reducer,
    ...(triggerMargin === undefined ? {} : { triggerMarginBytes: triggerMargin }),
    ...(retain === undefined ? {} : { recentMessageRetentionCount: retain }),
    ...(attempts === undefined ? {} : { maximumCompactionAttempts: attempts }),
  }
  const { hybridProfile = given } = preset === 'seed' ? {} : recommended<unknown>(given)
  return {
    composition: { capabilities: requestCapabilities(['compaction']), hybridProfile },
    reducerCalls: counter.calls,
  }
}

/**
 * What options come to, checked.
 *
 * @throws InputError, ProfileError when they don't hold together
 */
export function checkOptions(options: BoundOptions): CheckedProfile {
  return checkProfile(composeOptions(options).composition.hybridProfile)
}

function countCalls(reducer: PlanReducer): { reducer: PlanReducer; calls: () => number } {
  let calls = 0
  return {
    reducer: (request) => {
      calls += 1
      return reducer(request)
    },
    calls: () => calls,
  }
}
