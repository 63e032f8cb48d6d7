import type { CheckedProfile } from '../profile/hybrid-profile.ts'

/**
 * The profile of one call: the estimator as it is now, so that what it learns meanwhile doesn't change a size, and the
 * limit lowered by a factor, where a provider found a list too long that measured within it.
 */
export function callProfile(profile: CheckedProfile, factor: number): CheckedProfile {
  const estimator = profile.estimator.freeze?.() ?? profile.estimator
  if (estimator === profile.estimator && factor === 1) return profile
  return {
    ...profile,
    estimator,
    hardLimit: Math.max(1, Math.floor(profile.hardLimit * factor)),
    threshold: Math.max(1, Math.floor(profile.threshold * factor)),
  }
}
