import type { Piece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { base64Piece } from '../base64-piece.ts'
import { binaryPiece } from '../binary-piece.ts'
import { type Fields, isFields } from '../fields.ts'
import { addPiece, type ReadingDraft } from '../reading-draft.ts'
import { isDataUrl, urlPiece } from '../url-piece.ts'

/** Reads an image, a recording, a video or a document, as any of the providers writes it; false for another shape. */
export function readFile(draft: ReadingDraft, block: Fields): boolean {
  for (const holder of holders) {
    const inner = holder === undefined ? block : block[holder]
    const found = holder === 'image_url' && typeof inner === 'string' ? { url: inner } : inner
    const piece = isFields(found) ? pieceOf(found) : undefined
    if (!piece || !isFields(found)) continue
    addPiece(draft, piece)
    addExtras(draft, block, holder === undefined ? fileKeys : new Set(['type', 'index', 'id', holder]))
    if (holder !== undefined) addExtras(draft, found, fileKeys)
    return true
  }
  return false
}

function pieceOf(holder: Fields): Piece | undefined {
  // A document of plain text is no file.
  if (holder['type'] === 'text' || holder['source_type'] === 'text') return undefined
  const mediaType = mediaTypeKeys.map((key) => holder[key]).find((value) => typeof value === 'string')
  const data = holder['data'] ?? holder['file_data']
  if (data instanceof Uint8Array) return binaryPiece(mediaType, data)
  if (typeof data === 'string')
    return isDataUrl(data) ? urlPiece(data, mediaType) : base64Piece(mediaType, data)
  const url = holder['url'] ?? holder['file_url']
  return typeof url === 'string' ? urlPiece(url, mediaType) : undefined
}

const holders = [undefined, 'source', 'image_url', 'input_audio', 'file', 'inlineData'] as const
const mediaTypeKeys = ['mimeType', 'mime_type', 'mediaType', 'media_type', 'format'] as const
const fileKeys: ReadonlySet<string> = new Set([
  ...['type', 'source_type', 'index', 'id', 'detail', 'data', 'file_data', 'url', 'file_url'],
  ...mediaTypeKeys,
])
