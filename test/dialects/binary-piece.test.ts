import { expect, test } from 'vitest'
import { base64Piece } from '../../src/dialects/base64-piece.ts'
import { binaryPiece, headCharacters } from '../../src/dialects/binary-piece.ts'

test.each([0, 1, 2, 3, 766, 767, 768, 769, 5_000])(
  '%i bytes read as the base64 form that they are sent as',
  (count) => {
    const bytes = Uint8Array.from({ length: count }, (_, index) => index % 251)
    const base64 = Buffer.from(bytes).toString('base64')
    expect(binaryPiece('image/png', bytes)).toEqual(base64Piece('image/png', base64))
  },
)

test('a head is the beginning of the base64 form, and no more', () => {
  const bytes = new Uint8Array(10_000).fill(7)
  const base64 = Buffer.from(bytes).toString('base64')
  expect(binaryPiece(undefined, bytes.buffer).head).toBe(base64.slice(0, headCharacters))
})
