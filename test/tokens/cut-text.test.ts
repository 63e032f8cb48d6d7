import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { cutText } from '../../src/tokens/cut-text.ts'

test('pieces have the length that is asked for, the last one what is left', () => {
  expect([...cutText('abcdefgh', 3)]).toEqual(['abc', 'def', 'gh'])
  expect([...cutText('', 3)]).toEqual([])
})

test('a surrogate pair stays whole', () => {
  expect([...cutText('ab😀cd', 3)]).toEqual(['ab', '😀c', 'd'])
})

test('lone surrogates are cut like any other unit', () => {
  expect([...cutText('\udc00\udc00\ud800\ud800', 2)]).toEqual(['\udc00\udc00', '\ud800\ud800'])
})

property.prop([fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 2, max: 20 })])(
  'the pieces make up the text again, and none is longer',
  (text, length) => {
    const pieces = [...cutText(text, length)]
    expect(pieces.join('')).toBe(text)
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThan(0)
      expect(piece.length).toBeLessThanOrEqual(length)
      // Well-formed text stays so: a half of a pair would become a replacement character of another length.
      expect(Buffer.from(piece, 'utf8').toString('utf8')).toBe(piece)
    }
  },
)
