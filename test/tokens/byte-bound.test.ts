import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { byteBound } from '../../src/tokens/byte-bound.ts'

const forms = ['NFC', 'NFKC'] as const

test('ASCII text counts at its length', () => {
  expect(byteBound('')).toBe(0)
  expect(byteBound('a')).toBe(1)
  expect(byteBound(' '.repeat(1_000_000))).toBe(1_000_000)
})

test('other text counts at its UTF-8 bytes, a lone surrogate at the three that are sent for it', () => {
  expect(byteBound('é')).toBe(2)
  expect(byteBound('模型')).toBe(6)
  expect(byteBound('😀')).toBe(4)
  expect(byteBound('\ud800')).toBe(3)
})

test('a character that normalising makes longer counts at its longest form', () => {
  // 3 bytes, and 15 tokens for @anthropic-ai/tokenizer 0.0.4, which normalises to NFKC.
  expect(byteBound('\ufdfa')).toBe(33)
  expect(byteBound('\u{1d160}')).toBe(12)
})

test('no character of Unicode counts for less than its longest form, and none grows by more than 8 bytes when taken apart', () => {
  let largestLoss = 0
  const tooLow: number[] = []
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const text = String.fromCodePoint(point)
    // Most have one form only.
    if (text.normalize('NFKD') === text) continue
    const bytes = Buffer.byteLength(text)
    const longest = Math.max(bytes, ...forms.map((form) => Buffer.byteLength(text.normalize(form))))
    if (byteBound(text) < longest) tooLow.push(point)
    if (text.normalize('NFC') === text) {
      largestLoss = Math.max(largestLoss, Buffer.byteLength(text.normalize('NFD')) - bytes)
    }
  }
  expect(tooLow).toEqual([])
  expect(largestLoss).toBeLessThanOrEqual(8)
})

// Letters and marks that compose, reorder and take each other apart, Hangul, and what NFKC lengthens.
const awkward = [
  ...'aeốậḁ가각각でﷺ㍿½ 模',
  '\u0301',
  '\u0323',
  '\u0325',
  '\u0302',
  '\u3099',
  '\u05b0',
  '\u{1d165}',
]

property.prop([fc.array(fc.constantFrom(...awkward), { maxLength: 600 })])(
  'a text never counts for less than any of its forms, wherever it is cut',
  (characters) => {
    const text = characters.join('')
    const bound = byteBound(text)
    expect(bound).toBeGreaterThanOrEqual(Buffer.byteLength(text))
    for (const form of forms) expect(bound).toBeGreaterThanOrEqual(Buffer.byteLength(text.normalize(form)))
  },
)

property.prop([fc.string({ unit: 'binary', maxLength: 600 })])('the same holds for any text', (text) => {
  for (const form of forms) {
    expect(byteBound(text)).toBeGreaterThanOrEqual(Buffer.byteLength(text.normalize(form)))
  }
})
