import type { Entry } from './entry.ts'
import { pairApprovals } from './pair-approvals.ts'

/**
 * The entries, those that hold an approval which waits for its answer, or an answer whose request is not in the list, as
 * `approvalSecurityState`. The list itself where there is none.
 */
export function nameApprovals<M>(entries: readonly Entry<M>[]): readonly Entry<M>[] {
  if (!entries.some(holdsApproval)) return entries
  const { pending, unasked } = pairApprovals(entries)
  return entries.map((entry, at) =>
    pending.has(at) || unasked.has(at) ? { ...entry, kind: 'approvalSecurityState' } : entry,
  )
}

function holdsApproval<M>({ reading }: Entry<M>): boolean {
  return reading.approvalRequests.length > 0 || reading.approvalResponses.length > 0
}
