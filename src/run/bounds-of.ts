import type { AssemblyBounds } from '../../machines/assembly/assembly.ports.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'

/** What the assembly chart is held to under a profile, with a memory of earlier reductions or without. */
export function boundsOf(profile: CheckedProfile, replays: boolean): AssemblyBounds {
  return {
    hardLimit: profile.hardLimit,
    threshold: profile.threshold,
    maximumAttempts: profile.maximumCompactionAttempts,
    elidesResults: profile.elideOlderResults,
    replays,
    relief: profile.relief,
    refusesBrokenSequence: profile.onBrokenSequence === 'terminate',
    toleratesReducerFailure: profile.onReducerFailure === 'fallback',
  }
}
