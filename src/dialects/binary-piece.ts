import type { FilePiece } from '../context/reading.ts'

/** The piece of a file whose bytes are at hand; they travel as base64, padded. */
export function binaryPiece(mediaType: string | undefined, byteLength: number): FilePiece {
  return { type: 'file', mediaType, base64Length: Math.ceil(byteLength / 3) * 4 }
}
