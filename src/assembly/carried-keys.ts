import { bodiesOf } from '../context/carried-bodies.ts'
import type { Entry } from '../context/entry.ts'

/** The keys of all bodies that ride in a list. */
export function carriedKeys<M>(entries: readonly Entry<M>[]): readonly string[] {
  const keys: string[] = []
  for (const entry of entries) if (entry.body) for (const { key } of bodiesOf(entry)) keys.push(key)
  return keys
}
