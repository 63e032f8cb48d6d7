import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { leaseKeyOf, parseEnvelope } from '../context/envelope.ts'
import { parseReference } from '../context/references.ts'
import { andThen } from './and-then.ts'
import type { EntryMaker } from './entry-maker.ts'
import { isWholeRange } from './is-whole-range.ts'
import type { LeaseDesk } from './lease-desk.ts'
import type { RehydratedBody } from './rehydrated-body.ts'

/** Entries in which rehydrated bodies ride, bodies without a place in them, and what another call holds. */
export interface CarriedBodies<M> {
  readonly entries: readonly Entry<M>[]
  /** Bodies that need a message of their own, each with the position of the entry that it belongs behind. */
  readonly standing: readonly StandingBody[]
  /** Keys of the bodies that another call holds. */
  readonly withheld: readonly string[]
}

export interface StandingBody {
  readonly behind: number
  readonly body: RehydratedBody
}

interface Place {
  readonly at: number
  /** Of the result among those of its message; null where the body needs a message of its own. */
  readonly ordinal: number | null
}

/**
 * Puts waiting bodies in the place of their references, as far as the lease coordinator grants them to this call. A body
 * whose reference stands nowhere in the list is left out: it has no place.
 */
export function carryBodies<M>(
  entries: readonly Entry<M>[],
  bodies: readonly RehydratedBody[],
  maker: EntryMaker<M>,
  desk: LeaseDesk,
): Awaitable<CarriedBodies<M>> {
  const nothing = { entries, standing: [], withheld: [] }
  if (bodies.length === 0) return nothing
  const placeOf = placesOf(entries, bodies)
  const wanted = bodies.filter(({ key }) => placeOf.has(key))
  if (wanted.length === 0) return nothing
  return andThen(desk.reserve(wanted.map(({ key }) => key)), (granted) => {
    const own = wanted.filter(({ key }) => granted.has(key))
    const withheld = wanted.filter(({ key }) => !granted.has(key)).map(({ key }) => key)
    return { ...place(entries, own, placeOf, maker), withheld }
  })
}

function place<M>(
  entries: readonly Entry<M>[],
  bodies: readonly RehydratedBody[],
  placeOf: ReadonlyMap<string, Place>,
  maker: EntryMaker<M>,
): Omit<CarriedBodies<M>, 'withheld'> {
  const carrying = new Map<number, Entry<M>>()
  const standing: StandingBody[] = []
  // The largest last: of several in one message it is the first that can go.
  for (const body of [...bodies].sort((left, right) => left.text.length - right.text.length)) {
    const { at = -1, ordinal = null } = placeOf.get(body.key) ?? {}
    const entry = carrying.get(at) ?? entries[at]
    if (!entry) continue
    if (ordinal === null) standing.push({ behind: at, body })
    else carrying.set(at, maker.withBody(entry, ordinal, body))
  }
  return { entries: entries.map((entry, at) => carrying.get(at) ?? entry), standing }
}

// The newest result that is a body's reference, with its range; else, for a body that may stand alone, the newest entry
// that refers to the artifact at all.
function placesOf<M>(
  entries: readonly Entry<M>[],
  bodies: readonly RehydratedBody[],
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const alone = new Map<string, Place>()
  const wanted = new Set(bodies.map(({ key }) => key))
  entries.forEach((entry, at) => {
    if (entry.references.length === 0) return
    for (const digest of entry.references) alone.set(digest, { at, ordinal: null })
    let ordinal = -1
    for (const link of entry.reading.links) {
      if (link.type !== 'result') continue
      ordinal += 1
      const key = link.elidable ? keyOf(link.text) : undefined
      if (key !== undefined && wanted.has(key)) places.set(key, { at, ordinal })
    }
  })
  for (const { key, digest, standsAlone } of bodies) {
    const behind = standsAlone && !places.has(key) ? alone.get(digest) : undefined
    if (behind) places.set(key, behind)
  }
  return places
}

function keyOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const envelope = parseEnvelope(text)
  if (!envelope) return parseReference(text)
  const { digest, bytes, range } = envelope
  return isWholeRange(range, bytes) ? digest : leaseKeyOf(envelope)
}
