import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { readImageSize } from '../../../src/tokens/prices/read-image-size.ts'

function base64(...parts: readonly (string | readonly number[])[]): string {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64')
}

const png = base64(
  '\x89PNG\r\n\x1a\n',
  [0, 0, 0, 13],
  'IHDR',
  [0, 0, 2, 0x58],
  [0, 0, 1, 0x90],
  [8, 6, 0, 0, 0],
)
const jpegSegments = [0xff, 0xe0, 0, 16, ...Array(14).fill(0), 0xff, 0xdb, 0, 67, ...Array(65).fill(1)]
const jpegFrame = [0xff, 0xc2, 0, 17, 8, 1, 0x90, 2, 0x58, 3]

test.each([
  ['PNG', png],
  ['GIF', base64('GIF89a', [0x58, 2, 0x90, 1], [0, 0])],
  [
    'lossy WebP',
    base64('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', Array(7).fill(0), [0x9d, 1, 0x2a, 0x58, 2, 0x90, 1]),
  ],
  ['extended WebP', base64('RIFF', [0, 0, 0, 0], 'WEBPVP8X', Array(8).fill(0), [0x57, 2, 0, 0x8f, 1, 0])],
  // 599 in 14 bits, then 399 in 14 bits.
  [
    'lossless WebP',
    base64('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f], [0x57, 0xc2, 0x63, 0], Array(5).fill(0)),
  ],
  ['JPEG', base64([0xff, 0xd8], jpegSegments, jpegFrame)],
])('reads the size of a %s', (_, head) => {
  expect(readImageSize(head)).toEqual({ width: 600, height: 400 })
})

test.each([
  ['nothing', ''],
  ['text', base64('hello, this is no image of any kind at all')],
  ['a PNG header cut short', png.slice(0, 28)],
  ['a JPEG whose size is further on', base64([0xff, 0xd8], jpegSegments)],
  ['a JPEG that goes astray', base64([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9])],
  ['an image of no height', base64('GIF89a', [0x58, 2, 0, 0])],
  ['a WebP of an unknown kind', base64('RIFF', [0, 0, 0, 0], 'WEBPVP9 ', Array(20).fill(7))],
])('finds no size in %s', (_, head) => {
  expect(readImageSize(head)).toBeUndefined()
})

property.prop([
  fc.constantFrom([], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xe0, 0, 0]),
  fc.uint8Array({ maxLength: 300 }),
])('whatever the bytes are, it answers with a size above 0 or none', (start, rest) => {
  const size = readImageSize(Buffer.concat([Buffer.from(start), rest]).toString('base64'))
  expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true)
})

test('a JPEG full of segments without content ends', () => {
  const head = Buffer.alloc(90_000, Buffer.from([0xff, 0xe0, 0, 0])).toString('base64')
  expect(readImageSize(base64([0xff, 0xd8]).slice(0, 2) + head)).toBeUndefined()
})
