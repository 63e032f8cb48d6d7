import { userMayFollow } from './check-additions.ts'
import type { Entry } from './entry.ts'
import { groupUnits } from './group-units.ts'
import { pairToolLinks } from './pair-tool-links.ts'
import type { SequenceRules } from './sequence-rules.ts'

/**
 * A list with entries of ours put in, side by side, at the first gap where the provider takes a message of the user role
 * and no exchange is torn; behind the instructions when there is no such gap.
 */
export function insertAdditions<M>(
  kept: readonly Entry<M>[],
  additions: readonly Entry<M>[],
  rules: SequenceRules,
): readonly Entry<M>[] {
  if (additions.length === 0) return kept
  const place = firstGap(kept, rules) ?? afterInstructions(kept)
  return [...kept.slice(0, place), ...additions, ...kept.slice(place)]
}

function firstGap<M>(kept: readonly Entry<M>[], rules: SequenceRules): number | undefined {
  const torn = placesInsideUnits(kept)
  let expected = 0
  for (let place = 0; place < kept.length; place += 1) {
    const position = kept[place]?.position ?? -1
    if (position < 0) continue
    if (position > expected && !torn[place] && userMayFollow(kept[place - 1], rules)) return place
    expected = position + 1
  }
  return undefined
}

/** For each place of a list, whether what is put there would stand between two entries of one unit. */
export function placesInsideUnits<M>(kept: readonly Entry<M>[]): readonly boolean[] {
  const { units } = groupUnits(kept, pairToolLinks(kept))
  const lastOf = new Map(units.map(({ entries }) => [entries[0], entries.at(-1) ?? -1]))
  let last = -1
  return kept.map((_, place) => {
    const inside = place <= last
    last = Math.max(last, lastOf.get(place) ?? -1)
    return inside
  })
}

function afterInstructions<M>(kept: readonly Entry<M>[]): number {
  const first = kept.findIndex(({ reading }) => reading.role !== 'system')
  return first === -1 ? kept.length : first
}
