import type { Piece } from '../context/reading.ts'
import { base64Piece } from './base64-piece.ts'

const scheme = 'data:'
const encoding = ';base64'

/** The piece of a URL: a file for base64 data in the URL itself, else the URL's text. */
export function urlPiece(url: string, mediaType?: string): Piece {
  const comma = isDataUrl(url) ? url.indexOf(',') : -1
  const header = comma === -1 ? '' : url.slice(scheme.length, comma)
  if (!header.toLowerCase().endsWith(encoding)) return { type: 'opaque', text: url }
  const named = header.slice(0, header.indexOf(';'))
  return base64Piece(named === '' ? mediaType : named, url.slice(comma + 1))
}

/** Whether a text is a URL that carries its data. */
export function isDataUrl(url: string): boolean {
  return url.slice(0, scheme.length).toLowerCase() === scheme
}
