import { userMayFollow } from '../context/check-additions.ts'
import type { Entry } from '../context/entry.ts'
import { placesInsideUnits } from '../context/insert-additions.ts'
import { sumSizes } from '../context/measure.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { Snapshot } from '../context/snapshot.ts'
import { verifyProposal } from '../context/verify-proposal.ts'
import type { StandingBody } from './carry-bodies.ts'
import type { EntryMaker } from './entry-maker.ts'

/**
 * A list with bodies in messages of their own: each right behind its reference, or at the next place where the provider
 * takes a message of the user role and no exchange is torn. A body without such a place, and one that would make the list
 * larger than the target, is left out.
 */
export function placeStanding<M>(
  snapshot: Snapshot<M>,
  entries: readonly Entry<M>[],
  standing: readonly StandingBody[],
  maker: EntryMaker<M>,
  rules: SequenceRules,
  target = Number.POSITIVE_INFINITY,
): readonly Entry<M>[] {
  return standing.reduce((list, { behind, body }) => {
    if (list.some((entry) => entry.body?.key === body.key)) return list
    const place = placeBehind(
      list,
      list.findLastIndex(({ position }) => position === behind),
      rules,
    )
    if (place === undefined) return list
    const carrying = [...list.slice(0, place), maker.standingBody(body), ...list.slice(place)]
    const isFit =
      sumSizes(carrying) <= target && verifyProposal(snapshot, carrying, rules, undefined).length === 0
    return isFit ? carrying : list
  }, entries)
}

function placeBehind<M>(list: readonly Entry<M>[], behind: number, rules: SequenceRules): number | undefined {
  if (behind === -1) return undefined
  const inside = placesInsideUnits(list)
  for (let place = behind + 1; place <= list.length; place += 1) {
    if (inside[place] !== true && userMayFollow(list[place - 1], rules)) return place
  }
  return undefined
}
