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
 * identity, anything else by its content; of equal candidates the last one that is still free, from the end backwards.
 * What equals nothing is new: a summary if it is text of the user role, else foreign.
 */
export function readMessages<M>(
  candidate: readonly Entry<M>[],
  answer: readonly M[],
  identity: MessageIdentity<M>,
): readonly Entry<M>[] {
  const prints = candidate.map(({ message }) => identity.fingerprint(message))
  const free = placesByContent(prints)
  const read: Entry<M>[] = []
  for (let index = answer.length - 1; index >= 0; index -= 1) {
    const message = answer[index] as M // in range; a hole is read as undefined
    const place = identity.placeOf(message) ?? -1
    const own = candidate[place]
    if (own) read.push(readCopy(own, place, message, prints[place], free, identity))
    else read.push(readEqual(candidate, message, free, identity))
  }
  return read.reverse()
}

function readCopy<M>(
  original: Entry<M>,
  place: number,
  message: M,
  print: string | undefined,
  free: Map<string, number[]>,
  identity: MessageIdentity<M>,
): Entry<M> {
  if (print === undefined || identity.fingerprint(message) !== print) {
    return { ...identity.foreign(message), form: 'mutated', position: original.position }
  }
  const equal = free.get(print)
  const index = equal?.lastIndexOf(place) ?? -1
  if (equal && equal.length > 1 && index >= 0) equal.splice(index, 1)
  return original
}

function readEqual<M>(
  candidate: readonly Entry<M>[],
  message: M,
  free: Map<string, number[]>,
  identity: MessageIdentity<M>,
): Entry<M> {
  const print = identity.fingerprint(message)
  const equal = print === undefined ? undefined : free.get(print)
  // The last free one stays behind when all are taken, so that a repeated message is read as a repeat.
  const place = equal && equal.length > 1 ? equal.pop() : equal?.[0]
  const match = place === undefined ? undefined : candidate[place]
  if (match) return match
  const entry = identity.foreign(message)
  return isPlainUserText(entry) ? { ...entry, kind: 'summary', form: 'summary' } : entry
}

function placesByContent(prints: readonly (string | undefined)[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  prints.forEach((print, place) => {
    if (print === undefined) return
    const equal = places.get(print)
    if (equal) equal.push(place)
    else places.set(print, [place])
  })
  return places
}
