import { elideResults } from '../context/elide-results.ts'
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
    snapshot: { ...snapshot, entries: elision.entries },
    candidate: candidate.map((entry) =>
      elided.has(entry.position) ? (elision.entries[entry.position] ?? entry) : entry,
    ),
  }
}
