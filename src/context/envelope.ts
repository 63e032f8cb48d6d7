import { formatReference, parseReference } from './artifact-reference.ts'
import type { Digest } from './entry.ts'

/** A stretch of a body in UTF-8 bytes: from the first one up to, and without, the second. */
export type ByteRange = readonly [start: number, end: number]

/** What an envelope may say beside the reference. The texts are constants, so that nothing else can ride in a note. */
export const envelopeNotes = Object.freeze({
  alreadyDelivered: 'This content was delivered earlier in this run and is not repeated.',
  overBudget: 'This content is larger than what may be read at once. Ask for a range of it.',
  noRoom: 'There is no room for this content now. Ask for a range of it, or ask again later.',
  stale: 'What is stored is no longer this content, and is not shown.',
})

/** What is said of a body beside its size and digest: a word of a fixed set, never a text of the host's. */
export type EnvelopeNote = keyof typeof envelopeNotes

/** What stands in a tool result in place of a body. */
export interface Envelope {
  readonly digest: Digest
  /** UTF-8 bytes of the whole body. */
  readonly bytes: number
  /** The stretch that is meant; left out when it is all of it. */
  readonly range?: ByteRange | undefined
  /** The body's first characters, at most 4,096 UTF-8 bytes; what is longer is cut. */
  readonly preview?: string | undefined
  readonly note?: EnvelopeNote | undefined
}

/** UTF-8 bytes that a preview has at most. */
export const longestPreviewBytes = 4_096

const beginning = '{"artifact":"artifact://sha256/'
// A preview of nothing but control characters takes six characters a byte; the other fields take less than 500.
const longestEnvelope = 6 * longestPreviewBytes + 500
const noteNames = Object.keys(envelopeNotes) as EnvelopeNote[] // the keys it was made of

/**
 * The text of an envelope: one line of JSON, its keys always in this order:
 * `{"artifact":"artifact://sha256/…","bytes":N,"range":[start,end],"preview":"…","note":"…"}`; the last three only where
 * they are given.
 */
export function formatEnvelope({ digest, bytes, range, preview, note }: Envelope): string {
  return JSON.stringify({
    artifact: formatReference(digest),
    bytes,
    ...(range === undefined ? {} : { range: [range[0], range[1]] }),
    ...(preview === undefined ? {} : { preview: cutPreview(preview, longestPreviewBytes) }),
    ...(note === undefined ? {} : { note: envelopeNotes[note] }),
  })
}

/**
 * Reads a text that is exactly what `formatEnvelope` writes; undefined for any other text. Texts that begin otherwise, or
 * that are longer than any envelope, cost one comparison.
 */
export function parseEnvelope(text: string): Envelope | undefined {
  if (!text.startsWith(beginning) || text.length > longestEnvelope) return undefined
  const envelope = readFields(text)
  // Whatever else JSON allows, such as blanks, other orders, further or repeated keys, is written otherwise.
  return envelope !== undefined && formatEnvelope(envelope) === text ? envelope : undefined
}

/**
 * The first characters of a text, in at most so many UTF-8 bytes. A cut never falls into a character, nor, where there is
 * a way around it, between a letter and its marks or into a joined emoji.
 */
export function cutPreview(text: string, previewBytes: number): string {
  let bytes = 0
  let end = 0
  for (const character of text.slice(0, previewBytes + 1)) {
    bytes += Buffer.byteLength(character)
    if (bytes > previewBytes) break
    end += character.length
  }
  if (end === text.length || end === 0) return text.slice(0, end)
  const cluster = clusters.segment(text.slice(0, end + longestCluster)).containing(end)
  return text.slice(0, cluster === undefined || cluster.index === 0 ? end : cluster.index)
}

/** What a lease is taken on: an artifact as a whole, or a range of it. */
export function leaseKeyOf({ digest, range }: Pick<Envelope, 'digest' | 'range'>): string {
  return range === undefined ? digest : `${digest}:${range[0]}-${range[1]}`
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const longestCluster = 32

function readFields(text: string): Envelope | undefined {
  try {
    const { artifact, bytes, range, preview, note }: Readonly<Record<string, unknown>> = JSON.parse(text)
    const digest = typeof artifact === 'string' ? parseReference(artifact) : undefined
    if (digest === undefined || !isCount(bytes)) return undefined
    if (range !== undefined && !isRange(range, bytes)) return undefined
    if (preview !== undefined && typeof preview !== 'string') return undefined
    const name = noteNames.find((each) => envelopeNotes[each] === note)
    return { digest, bytes, range, preview, note: name }
  } catch {
    return undefined
  }
}

function isRange(value: unknown, bytes: number): value is ByteRange {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [start, end]: unknown[] = value
  return isCount(start) && isCount(end) && start <= end && end <= bytes
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
