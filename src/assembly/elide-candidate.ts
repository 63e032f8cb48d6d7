import { elideResults, olderResults } from '../context/elide-results.ts'
import { sumSizes } from '../context/measure.ts'
import { collectReferences } from '../context/references.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'

type Candidacy<M> = Pick<AssemblyState<M>, 'snapshot' | 'candidate'>

/**
 * Elides results until the candidate is no larger than the target. The elided forms take the originals' places in the
 * snapshot as well: what is elided by us is what proposals are verified against.
 *
 * @param order positions that may be elided, in the order in which they go
 */
export function elideCandidate<M>(
  { snapshot, candidate }: Candidacy<M>,
  maker: EntryMaker<M>,
  order: readonly number[],
  size: number,
  target: number,
): Candidacy<M> {
  const elision = elideResults(snapshot.entries, order, (entry) => maker.elided(entry), size, target)
  if (elision.elided.length === 0) return { snapshot, candidate }
  const elided = new Set(elision.elided)
  return {
    // Envelopes are references, which are kept like any.
    snapshot: { ...snapshot, entries: elision.entries, references: collectReferences(elision.entries) },
    candidate: candidate.map((entry) =>
      elided.has(entry.position) ? (elision.entries[entry.position] ?? entry) : entry,
    ),
  }
}

/**
 * Elides the results of older exchanges: first those that were elided before, all of them, so that they stay elided; and
 * if that leaves the candidate above the threshold, more of them, the oldest first, down to the target.
 */
export function elideAgain<M>(
  state: Candidacy<M>,
  maker: EntryMaker<M>,
  before: readonly number[],
  { threshold, target }: { readonly threshold: number; readonly target: number },
): Candidacy<M> {
  const again = elideCandidate(state, maker, before, sumSizes(state.candidate), -1)
  const size = sumSizes(again.candidate)
  return size <= threshold ? again : elideCandidate(again, maker, olderResults(again.snapshot), size, target)
}
