import type { Fallback } from '../context/fall-back.ts'
import type { Snapshot } from '../context/snapshot.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { largestThat } from './largest-that.ts'
import { rebase } from './take-snapshot.ts'

/** A snapshot under a smaller retention, and what the fallback makes of it. */
export interface ShrunkRetention<M> {
  readonly snapshot: Snapshot<M>
  readonly fallback: Fallback<M>
}

/** Keeps as many of the newest units as fit the limit, but never fewer than the profile's minimum. */
export function shrinkRetention<M>(
  snapshot: Snapshot<M>,
  { retention, minimumRetentionCount }: CheckedProfile,
  limit: number,
  fallBack: (snapshot: Snapshot<M>) => Fallback<M>,
): ShrunkRetention<M> {
  const tryCount = (count: number): ShrunkRetention<M> => {
    const shrunk = rebase(snapshot, snapshot.entries, { ...retention, recentMessageRetentionCount: count })
    return { snapshot: shrunk, fallback: fallBack(shrunk) }
  }
  const most = Math.max(minimumRetentionCount, retention.recentMessageRetentionCount - 1)
  return tryCount(largestThat(minimumRetentionCount, most, (tried) => tryCount(tried).fallback.size <= limit))
}
