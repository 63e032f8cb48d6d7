import type { Piece } from '../../context/reading.ts'
import { base64Piece } from '../base64-piece.ts'
import { binaryPiece } from '../binary-piece.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { isFields } from '../fields.ts'
import { sentText } from '../sent-text.ts'
import { urlPiece } from '../url-piece.ts'

const urlStart = /^[a-z][a-z0-9+.-]{1,15}:/i

/** The piece of a file, from its data in any form of the specifications v2 to v4: bytes, base64, a URL, or a tagged form. */
export function readFile(data: unknown, mediaType: unknown): Piece {
  const type = typeof mediaType === 'string' ? mediaType : undefined
  if (typeof data === 'string') return urlStart.test(data) ? urlPiece(data, type) : base64Piece(type, data)
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return binaryPiece(type, data)
  if (data instanceof URL) return urlPiece(data.href, type)
  if (!isFields(data)) return opaque(encodeOpaque(data) || 'null')
  switch (data['type']) {
    case 'data':
      return readFile(data['data'], type)
    case 'url':
      return readFile(data['originalUrl'] ?? data['url'], type)
    case 'text':
      return opaque(sentText(data['text']))
    case 'reference':
      return opaque(sentText(data['reference']))
    default:
      return opaque(encodeOpaque(data))
  }
}

function opaque(text: string): Piece {
  return { type: 'opaque', text }
}
