import type { Digest, Entry } from './entry.ts'
import type { MessageReading } from './reading.ts'

const grammar = /^artifact:\/\/sha256\/([0-9a-f]{64})$/
const prefix = 'artifact://sha256/'

/** UTF-8 bytes of a reference as written. */
export const referenceBytes = prefix.length + 64

/** The digest of a text that is exactly one reference; undefined for any other text. */
export function parseReference(text: string): Digest | undefined {
  if (text.length !== referenceBytes) return undefined
  return grammar.exec(text)?.[1]
}

/** The canonical reference of a digest: `artifact://sha256/<64 lowercase hex>`. */
export function formatReference(digest: Digest): string {
  return prefix + digest
}

/** Digests that a message refers to: a text that is exactly a reference, or results that are. */
export function readReferences(reading: MessageReading): readonly Digest[] {
  const texts: string[] = []
  if (reading.plainText !== undefined) texts.push(reading.plainText)
  for (const link of reading.links)
    if (link.type === 'result' && link.text !== undefined) texts.push(link.text)
  if (texts.length === 0) return none
  const digests = texts.map(parseReference).filter((digest) => digest !== undefined)
  return digests.length === 0 ? none : [...new Set(digests)]
}

/** Every digest that the entries refer to. */
export function collectReferences<M>(entries: Iterable<Entry<M>>): ReadonlySet<Digest> {
  const digests = new Set<Digest>()
  for (const entry of entries) for (const digest of entry.references) digests.add(digest)
  return digests
}

const none: readonly Digest[] = Object.freeze([])
