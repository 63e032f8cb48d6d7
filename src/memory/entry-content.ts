import { createHash } from 'node:crypto'
import type { Entry } from '../context/entry.ts'
import type { MessageReading, Piece } from '../context/reading.ts'

/**
 * What an entry is known by: what its dialect reads, and for a message with files, every field of it, since a reading
 * knows a file by its length. Holds strings and no object of the host's, so that an edit in place is noticed.
 */
export interface EntryContent {
  readonly reading: MessageReading
  readonly leaves: readonly unknown[] | null
}

export function contentOf<M>({ reading, message }: Entry<M>): EntryContent {
  return { reading, leaves: reading.pieces.some(({ type }) => type === 'file') ? leavesOf(message) : null }
}

/** Characters of an entry. Different lengths mean different content, which spares looking at it. */
export function contentLength<M>({ reading }: Entry<M>): number {
  let length = 0
  for (const piece of reading.pieces) length += piece.type === 'file' ? piece.base64Length : piece.text.length
  return length
}

/** Whether an entry is the one that was looked at before. Strings that are the same object cost next to nothing. */
export function hasContent<M>(entry: Entry<M>, { reading, leaves }: EntryContent): boolean {
  if (!isSameReading(entry.reading, reading)) return false
  if (leaves === null) return true
  const now = leavesOf(entry.message)
  return now.length === leaves.length && now.every((leaf, index) => Object.is(leaf, leaves[index]))
}

/** SHA-256 over the content of entries in their order, as base64url. */
export function digestOf(contents: readonly EntryContent[]): string {
  const hash = createHash('sha256')
  // In UTF-16, so that texts which are no valid Unicode stay different.
  for (const content of contents) hash.update(encode(content), 'utf16le')
  return hash.digest('base64url')
}

function isSameReading(one: MessageReading, other: MessageReading): boolean {
  if (one === other) return true
  return (
    one.role === other.role &&
    one.continues === other.continues &&
    one.compaction === other.compaction &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, index) => isSamePiece(piece, other.pieces[index])) &&
    approvalsOf(one) === approvalsOf(other)
  )
}

function isSamePiece(one: Piece, other: Piece | undefined): boolean {
  if (one.type !== other?.type) return false
  if (one.type !== 'file') return other.type !== 'file' && other.text === one.text
  return other.type === 'file' && other.base64Length === one.base64Length && other.mediaType === one.mediaType
}

function approvalsOf({ approvalRequests, approvalResponses }: MessageReading): string {
  if (approvalRequests.length === 0 && approvalResponses.length === 0) return ''
  return JSON.stringify([
    approvalRequests.map(({ approvalId, key }) => [approvalId, key ?? null]),
    approvalResponses,
  ])
}

// Lengths stand before texts, so that no text can pass for the beginning of the next.
function encode({ reading, leaves }: EntryContent): string {
  const parts = [reading.role, String(reading.continues), String(reading.compaction), approvalsOf(reading)]
  for (const piece of reading.pieces) {
    if (piece.type === 'file') parts.push('file', piece.mediaType ?? '', String(piece.base64Length))
    else parts.push(piece.type, piece.text)
  }
  for (const leaf of leaves ?? []) parts.push(typeof leaf, String(leaf))
  return `${parts.length};${parts.map((part) => `${part.length}:${part}`).join('')}`
}

/** Names and values of everything in a message, in the order in which they stand there. */
function leavesOf(message: unknown): readonly unknown[] {
  const leaves: unknown[] = []
  const ancestors = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      leaves.push(value)
      return
    }
    // What stands in itself, or can't be looked into, equals nothing that was seen before.
    if (ancestors.has(value)) throw new TypeError('a cycle has no end')
    ancestors.add(value)
    if (ArrayBuffer.isView(value)) leaves.push(hashBytes(value.buffer, value.byteOffset, value.byteLength))
    else if (value instanceof ArrayBuffer) leaves.push(hashBytes(value, 0, value.byteLength))
    else if (value instanceof URL) leaves.push(value.href)
    else if (value instanceof Date) leaves.push(value.getTime())
    else {
      const fields = Object.entries(value)
      leaves.push(Array.isArray(value) ? '[' : '{', fields.length)
      for (const [key, field] of fields) {
        leaves.push(key)
        visit(field)
      }
    }
    ancestors.delete(value)
  }
  try {
    visit(message)
    return leaves
  } catch {
    return [Symbol('unreadable')]
  }
}

function hashBytes(buffer: ArrayBufferLike, offset: number, length: number): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, offset, length))
    .digest('base64url')
}
