import type { Entry } from './entry.ts'
import type { RepairForms } from './repair.ts'

/**
 * Takes the results of an entry apart into an entry for each group, in the order of the groups; what stands beside the
 * results is in none of them. By halves, so that an entry of very many results isn't read from the start for each.
 *
 * @param groups ordinals of results; no two groups share one
 */
export function splitResults<M>(
  entry: Entry<M>,
  groups: readonly (readonly number[])[],
  keepResults: RepairForms<M>['keepResults'],
): readonly (Entry<M> | undefined)[] {
  const wanted = groups.flat().sort((left, right) => left - right)
  const kept = new Set(wanted)
  const part = keepResults(entry, (ordinal) => kept.has(ordinal), false)
  if (!part || groups.length < 2) return groups.map(() => part)
  const ordinalInPart = new Map(wanted.map((ordinal, index) => [ordinal, index]))
  const inPart = groups.map((group) => group.map((ordinal) => ordinalInPart.get(ordinal) ?? -1))
  const half = Math.ceil(groups.length / 2)
  return [
    ...splitResults(part, inPart.slice(0, half), keepResults),
    ...splitResults(part, inPart.slice(half), keepResults),
  ]
}
