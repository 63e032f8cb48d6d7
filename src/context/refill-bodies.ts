import { bodiesOf } from './carried-bodies.ts'
import type { Entry } from './entry.ts'
import { sumSizes } from './measure.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Puts bodies that were evicted back into the entries that held them, where what was left out since makes room: those of
 * the newest entries first, as long as the list is no larger than the target.
 *
 * @param target size of the entries to stay within, without overhead
 */
export function refillBodies<M>(
  snapshot: Snapshot<M>,
  candidate: readonly Entry<M>[],
  target: number,
): readonly Entry<M>[] {
  if (!snapshot.entries.some(({ body }) => body)) return candidate
  let size = sumSizes(candidate)
  const refilled = new Map<Entry<M>, Entry<M>>()
  for (const entry of [...candidate].reverse()) {
    const fuller = formsBetween(entry, snapshot.entries[entry.position]).findLast(
      (form) => size + form.size - entry.size <= target,
    )
    if (!fuller) continue
    refilled.set(entry, fuller)
    size += fuller.size - entry.size
  }
  return refilled.size === 0 ? candidate : candidate.map((entry) => refilled.get(entry) ?? entry)
}

// The forms of the snapshot's entry that hold more bodies than this one, the fullest last; none for a form of its own.
function formsBetween<M>(entry: Entry<M>, whole: Entry<M> | undefined): readonly Entry<M>[] {
  if (!whole || whole === entry) return []
  const forms = [whole, ...bodiesOf(whole).flatMap(({ without }) => without ?? [])]
  const at = forms.indexOf(entry)
  return forms.slice(0, Math.max(0, at)).reverse()
}
