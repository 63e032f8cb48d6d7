import { refillBodies } from '../context/refill-bodies.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'
import { placeStanding } from './place-standing.ts'

/** A change, its candidate with bodies that were evicted before, as far as the target leaves room for them now. */
export function refill<M>(
  state: Pick<AssemblyState<M>, 'snapshot' | 'standing' | 'carries'>,
  change: Partial<AssemblyState<M>>,
  maker: EntryMaker<M>,
  rules: SequenceRules,
  target: number,
): Partial<AssemblyState<M>> {
  if (!change.candidate || !state.carries) return change
  const { snapshot, standing } = { ...state, ...change }
  const refilled = refillBodies(snapshot, change.candidate, target)
  return { ...change, candidate: placeStanding(snapshot, refilled, standing, maker, rules, target) }
}
