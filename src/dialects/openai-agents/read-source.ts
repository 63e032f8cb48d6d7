import { base64Piece } from '../base64-piece.ts'
import { binaryPiece } from '../binary-piece.ts'
import { type Fields, isFields } from '../fields.ts'
import { addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { urlPiece } from '../url-piece.ts'

/**
 * Reads where a file comes from: a URL, base64 text, bytes, or an object that holds one of these or an id. False for
 * anything else.
 */
export function readSource(draft: ReadingDraft, source: unknown, mediaType?: string): boolean {
  if (typeof source === 'string') {
    addPiece(draft, hasScheme.test(source) ? urlPiece(source, mediaType) : base64Piece(mediaType, source))
    return true
  }
  if (source instanceof Uint8Array) {
    addPiece(draft, binaryPiece(mediaType, source))
    return true
  }
  if (!isFields(source)) return false
  return readNamedSource(draft, source, mediaType)
}

function readNamedSource(draft: ReadingDraft, source: Fields, mediaType: string | undefined): boolean {
  const { data, url, id, fileId, filename, mediaType: named } = source
  const held = data ?? url
  if (held === undefined) {
    const name = id ?? fileId
    if (typeof name !== 'string') return false
    addText(draft, 'opaque', name)
  } else if (isFields(held) && !(held instanceof Uint8Array)) return false
  else if (!readSource(draft, held, typeof named === 'string' ? named : mediaType)) return false
  if (typeof filename === 'string') addText(draft, 'opaque', filename)
  return true
}

const hasScheme = /^\s*[a-z][a-z0-9+.-]*:/i
