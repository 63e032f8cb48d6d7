import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { filePrice } from '../../../src/tokens/prices/file-price.ts'
import { openaiImages } from '../../../src/tokens/prices/openai-images.ts'

const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0, 2, 0, 2])]).toString('base64')
const priceFile = filePrice(openaiImages('gpt-4o'))

function priceOf(mediaType: string | undefined, base64Length: number, head?: string): number {
  return priceFile({ type: 'file', mediaType, base64Length, ...(head !== undefined && { head }) })
}

test('an image costs what its size says, and the maximum without one', () => {
  expect(priceOf('image/gif', 100_000, gif)).toBe(255)
  expect(priceOf('image/gif', 100_000)).toBe(1_445)
  expect(priceOf('IMAGE/PNG', 100_000, 'broken')).toBe(1_445)
})

test('a file of unknown type costs an image or its length, whichever is more', () => {
  expect(priceOf(undefined, 100)).toBe(1_445)
  expect(priceOf(undefined, 50_000)).toBe(50_000)
})

test('a PDF costs its length, between one page and as many as a request may hold', () => {
  expect(priceOf('application/pdf', 400)).toBe(7_784)
  expect(priceOf('application/pdf', 100_000)).toBe(100_000)
  expect(priceOf('application/pdf', 40_000_000)).toBe(4_670_400)
})

test('a recording costs more than the published rule at the lowest bit rate of speech', () => {
  // A minute at 4 kbit/s, the published rule: 32 tokens a second.
  const base64Length = Math.ceil((60 * 512) / 3) * 4
  expect(priceOf('audio/ogg', base64Length)).toBeGreaterThanOrEqual(60 * 32)
})

test('anything else costs its length', () => {
  expect(priceOf('video/mp4', 5_000)).toBe(5_000)
  expect(priceOf('text/csv', 5_000)).toBe(5_000)
})

property.prop([
  fc.option(fc.string(), { nil: undefined }),
  fc.nat(),
  fc.option(fc.string(), { nil: undefined }),
])('no file is free', (mediaType, base64Length, head) => {
  const price = priceOf(mediaType, base64Length, head)
  expect(Number.isSafeInteger(price)).toBe(true)
  expect(price).toBeGreaterThan(0)
})
