import { bodiesOf } from '../context/carried-bodies.ts'
import type { Entry } from '../context/entry.ts'

/** The keys of all bodies that ride in a list. */
export function carriedKeys<M>(entries: readonly Entry<M>[]): readonly string[] {
  return entries.flatMap((entry) => bodiesOf(entry).map(({ key }) => key))
}
