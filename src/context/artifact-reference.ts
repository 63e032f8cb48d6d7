import { createHash } from 'node:crypto'
import type { Digest } from './entry.ts'

declare const referenceBrand: unique symbol

/** `artifact://sha256/<64 lowercase hex>`, exactly so: 82 ASCII characters. `formatReference` makes one. */
export type ArtifactReference = string & { readonly [referenceBrand]: true }

const prefix = 'artifact://sha256/'
const grammar = /^artifact:\/\/sha256\/([0-9a-f]{64})$/
const digestGrammar = /^[0-9a-f]{64}$/

/** UTF-8 bytes of a reference as written. */
export const referenceBytes = prefix.length + 64

/** The digest of a text that is exactly one reference; undefined for any other text. */
export function parseReference(text: string): Digest | undefined {
  if (text.length !== referenceBytes) return undefined
  return grammar.exec(text)?.[1]
}

/** The canonical reference of a digest: `artifact://sha256/<64 lowercase hex>`. */
export function formatReference(digest: Digest): ArtifactReference {
  return (prefix + digest) as ArtifactReference // the prefix and a digest are what a reference is
}

/** Whether a value is a digest as it is written: 64 lowercase hex digits. */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && digestGrammar.test(value)
}

/**
 * The digest of a body: SHA-256 over the UTF-8 bytes of the text, as a model would see it. Half of a surrogate pair has no
 * bytes of its own; as in every UTF-8 encoder here it counts as U+FFFD.
 */
export function digestText(text: string): Digest {
  return digestBytes(Buffer.from(text))
}

/** The digest of bytes. */
export function digestBytes(bytes: Uint8Array): Digest {
  return createHash('sha256').update(bytes).digest('hex')
}
