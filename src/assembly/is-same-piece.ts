import type { Piece } from '../context/reading.ts'

/** Whether two pieces are of the same content, as far as a file's is read. */
export function isSamePiece(one: Piece, other: Piece | undefined): boolean {
  if (one.type === 'file') {
    return (
      other?.type === 'file' && other.base64Length === one.base64Length && other.mediaType === one.mediaType
    )
  }
  return other?.type === one.type && other.text === one.text
}
