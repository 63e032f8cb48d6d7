import { CompositionError } from '../errors/composition-error.ts'
import { ProfileError } from '../errors/profile-error.ts'
import type { CapabilityProfile } from './capability-profile.ts'
import { checkProfile } from './check-profile.ts'
import type { CheckedProfile, HybridProfile } from './hybrid-profile.ts'

/** What a composition is made of. Compaction needs both halves; with neither, lists pass through untouched. */
export interface Composition<M = unknown> {
  readonly capabilities?: CapabilityProfile
  readonly hybridProfile?: HybridProfile<M>
}

/**
 * The checked profile of a composition; null when compaction is off.
 *
 * @throws CompositionError when one half is there without the other (ADR-0007, "either one without the other fails closed")
 * @throws ProfileError when the profile, or what stands for the capabilities, is not in order
 */
export function compose<M>({ capabilities, hybridProfile }: Composition<M>): CheckedProfile | null {
  if (capabilities !== undefined && capabilities?.capabilities?.compaction === undefined) {
    throw new ProfileError([
      { path: 'capabilities', message: "must be what requestCapabilities(['compaction']) answers" },
    ])
  }
  const enabled = capabilities?.capabilities.compaction.state === 'enabled'
  if (enabled && !hybridProfile) throw new CompositionError('capabilityWithoutProfile')
  if (!enabled && hybridProfile) throw new CompositionError('profileWithoutCapability')
  return hybridProfile ? checkProfile(hybridProfile) : null
}
