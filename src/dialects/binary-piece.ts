import type { FilePiece } from '../context/reading.ts'

/** How much of a file's base64 form a piece carries: the headers of images, and not much more. */
export const headCharacters = 1024

/** The piece of a file whose bytes are at hand; they travel as base64, padded. */
export function binaryPiece(mediaType: string | undefined, data: Uint8Array | ArrayBuffer): FilePiece {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  const head = bytes.subarray(0, (headCharacters / 4) * 3)
  return {
    type: 'file',
    mediaType,
    base64Length: Math.ceil(bytes.byteLength / 3) * 4,
    head: Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('base64'),
  }
}
