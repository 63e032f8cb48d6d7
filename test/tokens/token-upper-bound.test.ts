import { test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { tokenUpperBound } from '../../src/tokens/token-upper-bound.ts'
import { tokenizerEstimator } from '../../src/tokens/tokenizer-estimator.ts'
import { measuredContents } from './measured-contents.ts'

test('measures in tokens, text at its bytes', () => {
  const bound = tokenUpperBound({ framing: { message: 0 } })
  expect(bound.unit).toBe('estimatedTokens')
  expect(bound.estimate({ role: 'user', pieces: [{ type: 'text', text: 'héllo' }] })).toBe(6)
})

property.prop([measuredContents()])('sizes are whole numbers above 0, and always the same', (content) => {
  const size = tokenUpperBound().estimate(content)
  expect(Number.isSafeInteger(size)).toBe(true)
  expect(size).toBeGreaterThan(0)
  expect(tokenUpperBound().estimate(content)).toBe(size)
})

property.prop([measuredContents()])(
  'no tokenizer that makes tokens of bytes comes out above it',
  (content) => {
    const worst = tokenizerEstimator({ countTokens: (text) => Buffer.byteLength(text.normalize('NFKC')) })
    expect(tokenUpperBound().estimate(content)).toBeGreaterThanOrEqual(worst.estimate(content))
  },
)

test('options out of range are refused by name', () => {
  expect(() => tokenUpperBound({ framing: { message: 1.5 } })).toThrow('tokenUpperBound.framing.message')
})
