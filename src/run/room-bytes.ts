import type { CheckedProfile } from '../profile/hybrid-profile.ts'

/**
 * UTF-8 bytes that the messages of a list may have before compaction begins; undefined where sizes are in another unit.
 * What a list requires beside a body is not known before it is there.
 */
export function roomBytes(
  { estimator, threshold, requestOverhead }: CheckedProfile,
  limitFactor: number,
): number | undefined {
  if (estimator.unit !== 'utf8Bytes') return undefined
  return Math.max(0, Math.floor(threshold * limitFactor) - requestOverhead)
}
