import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Digest, Entry } from '../context/entry.ts'
import { parseReference } from '../context/references.ts'
import type { EntryMaker } from './entry-maker.ts'
import type { LeaseDesk, RehydratedBody } from './lease-desk.ts'

/** Entries in which rehydrated bodies ride, and the bodies that another call holds. */
export interface CarriedBodies<M> {
  readonly entries: readonly Entry<M>[]
  readonly withheld: readonly Digest[]
}

/**
 * Puts waiting bodies in the place of their references, as far as the lease coordinator grants them to this call. A body
 * whose reference stands in no result of the list is left out: it has no place.
 */
export function carryBodies<M>(
  entries: readonly Entry<M>[],
  bodies: readonly RehydratedBody[],
  maker: EntryMaker<M>,
  desk: LeaseDesk,
): Awaitable<CarriedBodies<M>> {
  if (bodies.length === 0) return { entries, withheld: [] }
  const textOf = new Map(bodies.map(({ digest, text }) => [digest, text]))
  const placeOf = newestPlaces(entries, textOf)
  if (placeOf.size === 0) return { entries, withheld: [] }
  const wanted = [...placeOf.keys()]
  const place = (granted: ReadonlySet<Digest>): CarriedBodies<M> => {
    const carrying = new Map<number, Entry<M>>()
    for (const [digest, { at, ordinal }] of placeOf) {
      const entry = entries[at]
      // One body an entry: a second one in the same message waits for the next call.
      if (entry && granted.has(digest) && !carrying.has(at)) {
        carrying.set(at, maker.withBody(entry, ordinal, digest, textOf.get(digest) ?? ''))
      }
    }
    return {
      entries: entries.map((entry, at) => carrying.get(at) ?? entry),
      withheld: wanted.filter((digest) => !granted.has(digest)),
    }
  }
  const granted = desk.reserve(wanted)
  return granted instanceof Set ? place(granted) : Promise.resolve(granted).then(place)
}

function newestPlaces<M>(
  entries: readonly Entry<M>[],
  textOf: ReadonlyMap<Digest, string>,
): ReadonlyMap<Digest, { readonly at: number; readonly ordinal: number }> {
  const places = new Map<Digest, { at: number; ordinal: number }>()
  entries.forEach(({ reading }, at) => {
    let ordinal = -1
    for (const link of reading.links) {
      if (link.type !== 'result') continue
      ordinal += 1
      const digest = link.text === undefined ? undefined : parseReference(link.text)
      if (digest !== undefined && textOf.has(digest)) places.set(digest, { at, ordinal })
    }
  })
  return places
}
