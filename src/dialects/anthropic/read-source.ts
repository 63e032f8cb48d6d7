import type { Piece } from '../../context/reading.ts'
import { base64Piece } from '../base64-piece.ts'
import { isFields } from '../fields.ts'
import { urlPiece } from '../url-piece.ts'

/** The piece of an image's or a document's source; undefined for a source that is not known. */
export function readSource(source: unknown): Piece | undefined {
  if (!isFields(source)) return undefined
  const { type, data, url, file_id: fileId } = source
  const mediaType = typeof source['media_type'] === 'string' ? source['media_type'] : undefined
  if (type === 'base64' && typeof data === 'string') return base64Piece(mediaType, data)
  if (type === 'url' && typeof url === 'string') return urlPiece(url, mediaType)
  if (type === 'file' && typeof fileId === 'string') return { type: 'opaque', text: fileId }
  if (type === 'text' && typeof data === 'string') return { type: 'opaque', text: data }
  return undefined
}
