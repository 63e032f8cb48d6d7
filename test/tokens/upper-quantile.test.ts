import { expect, test } from 'vitest'
import { upperQuantile } from '../../src/tokens/upper-quantile.ts'

test.each([
  [[5], 0.95, 5],
  [[3, 1, 2], 1, 3],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.75, 3],
  [Array.from({ length: 20 }, (_, index) => index + 1), 0.95, 19],
])('of %j, %d of them are covered by %d', (values, share, expected) => {
  expect(upperQuantile(values, share)).toBe(expected)
})
