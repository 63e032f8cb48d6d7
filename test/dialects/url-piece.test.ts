import { expect, test } from 'vitest'
import { urlPiece } from '../../src/dialects/url-piece.ts'

test.each([
  [
    'data:image/png;base64,aGVsbG8=',
    { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
  ],
  [
    'DATA:image/png;BASE64,aGVsbG8=',
    { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
  ],
  [
    'data:text/plain;charset=utf-8;base64,aGk=',
    { type: 'file', mediaType: 'text/plain', base64Length: 4, head: expect.any(String) },
  ],
  ['data:;base64,aGk=', { type: 'file', mediaType: 'image/webp', base64Length: 4, head: expect.any(String) }],
  ['data:text/plain,hello', { type: 'opaque', text: 'data:text/plain,hello' }],
  ['data:image/png;base64', { type: 'opaque', text: 'data:image/png;base64' }],
  ['data:image/png;base64,é', { type: 'opaque', text: 'é' }],
  ['https://a.example/?q=;base64,x', { type: 'opaque', text: 'https://a.example/?q=;base64,x' }],
])('%s', (url, piece) => {
  expect(urlPiece(url, 'image/webp')).toEqual(piece)
})
