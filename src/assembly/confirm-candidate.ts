import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import { utf8Bytes } from '../context/measure.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import { verifyProposal } from '../context/verify-proposal.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'

/** A list that was verified, against which snapshot, and by which rules. */
export interface Verified<M> {
  readonly rules: SequenceRules
  readonly snapshot: AssemblyState<M>['snapshot']
  readonly candidate: AssemblyState<M>['candidate'] | undefined
}

/**
 * Verifies what is about to be sent, wherever it comes from, and measures it again where the estimator is the host's.
 *
 * @param verified the list that passed last: that same list need not pass a second time
 * @throws EstimatorError when an entry has another size than before
 */
export function confirmCandidate<M>(
  { snapshot, candidate }: Pick<AssemblyState<M>, 'snapshot' | 'candidate'>,
  verified: Verified<M> | null,
  maker: EntryMaker<M>,
  { estimator }: Pick<CheckedProfile, 'estimator'>,
  rules: SequenceRules,
): readonly RejectionReason[] {
  if (estimator !== utf8Bytes) for (const entry of candidate) maker.remeasure(entry)
  // The host's own list breaks nothing that it didn't bring.
  if (candidate === snapshot.entries) return []
  if (candidate === verified?.candidate && snapshot === verified.snapshot && rules === verified.rules)
    return []
  return verifyProposal(snapshot, candidate, rules, undefined)
}
