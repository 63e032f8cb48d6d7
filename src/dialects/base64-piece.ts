import type { Piece } from '../context/reading.ts'
import { headCharacters } from './binary-piece.ts'

/** The piece of a file whose base64 form is at hand. Text that is none, for it isn't ASCII, counts as it is. */
export function base64Piece(mediaType: string | undefined, base64: string): Piece {
  if (Buffer.byteLength(base64) !== base64.length) return { type: 'opaque', text: base64 }
  return { type: 'file', mediaType, base64Length: base64.length, head: base64.slice(0, headCharacters) }
}
