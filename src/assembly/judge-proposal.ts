import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import type { ReadProposal } from '../context/apply-plan.ts'
import { sumSizes } from '../context/measure.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import { verifyProposal } from '../context/verify-proposal.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'
import { withLedger } from './with-ledger.ts'

/** What a proposal would change, and why it may not; without reasons it is accepted. */
export interface Judgement<M> {
  readonly change: Pick<Partial<AssemblyState<M>>, 'candidate'>
  readonly reasons: readonly RejectionReason[]
}

/** Verifies a proposal against the snapshot, with the references that it leaves out in a ledger. */
export function judgeProposal<M>(
  { snapshot, candidate }: Pick<AssemblyState<M>, 'snapshot' | 'candidate'>,
  proposal: ReadProposal<M> | null,
  maker: EntryMaker<M>,
  rules: SequenceRules,
): Judgement<M> {
  if (!proposal?.entries) return { change: {}, reasons: [proposal?.reason ?? 'emptyProposal'] }
  const proposed = withLedger(snapshot, proposal.entries, maker, rules)
  return {
    change: { candidate: proposed },
    reasons: verifyProposal(snapshot, proposed, rules, sumSizes(candidate)),
  }
}
