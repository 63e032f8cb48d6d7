import { parseReference } from './artifact-reference.ts'
import type { Digest, Entry } from './entry.ts'
import { parseEnvelope } from './envelope.ts'
import type { MessageReading } from './reading.ts'

export { formatReference, parseReference, referenceBytes } from './artifact-reference.ts'

/** The digest that a text stands for: it is exactly one reference, or exactly one envelope. */
export function readReference(text: string): Digest | undefined {
  return parseReference(text) ?? parseEnvelope(text)?.digest
}

/** Digests that a message refers to: a text that is exactly a reference or an envelope, or results that are. */
export function readReferences(reading: MessageReading): readonly Digest[] {
  const texts: string[] = []
  if (reading.plainText !== undefined) texts.push(reading.plainText)
  for (const link of reading.links)
    if (link.type === 'result' && link.text !== undefined) texts.push(link.text)
  if (texts.length === 0) return none
  const digests = texts.map(readReference).filter((digest) => digest !== undefined)
  return digests.length === 0 ? none : [...new Set(digests)]
}

/** Every digest that the entries refer to. */
export function collectReferences<M>(entries: Iterable<Entry<M>>): ReadonlySet<Digest> {
  const digests = new Set<Digest>()
  for (const entry of entries) for (const digest of entry.references) digests.add(digest)
  return digests
}

const none: readonly Digest[] = Object.freeze([])
