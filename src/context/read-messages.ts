import { isPlainUserText } from './check-additions.ts'
import type { Entry } from './entry.ts'

/** What the workbench knows of the messages that it gave out and got back. */
export interface MessageIdentity<M> {
  /** Place of the copy that was handed to the reducer; undefined for any other object. */
  placeOf(message: M): number | undefined
  /** Hash of a message's content; undefined when it can't be encoded. */
  fingerprint(message: M): string | undefined
  /** Measures and classifies a message that is none of ours. */
  foreign(message: M): Entry<M>
}

/**
 * Reads a message reducer's answer back as a list of the candidate's own entries. A copy that we gave is known by its
 * identity, anything else by its content, from the end backwards: of equal candidates the last one that is still free
 * and stands before what was read so far. What equals nothing is new: a summary if it is text of the user role, else
 * foreign.
 */
export function readMessages<M>(
  candidate: readonly Entry<M>[],
  answer: readonly M[],
  identity: MessageIdentity<M>,
): readonly Entry<M>[] {
  const copies = Array.from(answer, (message) => {
    const place = identity.placeOf(message)
    return place !== undefined && candidate[place] ? place : -1
  })
  const prints = candidate.map(({ message }) => identity.fingerprint(message))
  const equals = new EqualPlaces(prints, new Set(copies))
  const read: Entry<M>[] = []
  let bound = candidate.length
  for (let index = answer.length - 1; index >= 0; index -= 1) {
    const message = answer[index] as M // in range; a hole is read as undefined
    const print = identity.fingerprint(message)
    const copied = copies[index] ?? -1
    const place = copied >= 0 ? copied : equals.take(print, bound)
    const own = candidate[place]
    if (own) bound = Math.min(bound, place)
    if (!own) read.push(readNew(message, identity))
    else if (print !== undefined && print === prints[place]) read.push(own)
    else read.push({ ...identity.foreign(message), form: 'mutated', position: own.position })
  }
  return read.reverse()
}

function readNew<M>(message: M, identity: MessageIdentity<M>): Entry<M> {
  const entry = identity.foreign(message)
  return isPlainUserText(entry) ? { ...entry, kind: 'summary', form: 'summary' } : entry
}

/** Places of equal content. What came back as a copy is taken from the start. */
class EqualPlaces {
  readonly #free = new Map<string, number[]>()
  readonly #spent = new Map<string, number>()

  constructor(prints: readonly (string | undefined)[], copies: ReadonlySet<number>) {
    prints.forEach((print, place) => {
      if (print === undefined) return
      this.#spent.set(print, place)
      if (copies.has(place)) return
      const places = this.#free.get(print)
      if (places) places.push(place)
      else this.#free.set(print, [place])
    })
  }

  /** The last free place before the bound; a spent one when there is none, so that it is seen as repeated or moved. */
  take(print: string | undefined, bound: number): number {
    if (print === undefined) return -1
    const places = this.#free.get(print) ?? []
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      this.#spent.set(print, place)
      if (place < bound) return place
    }
    return this.#spent.get(print) ?? -1
  }
}
