import { describe, expect, test } from 'vitest'
import { dropToolExchanges } from '../../src/reducers/index.ts'
import { requestOf } from './request-of.ts'

describe('dropToolExchanges', () => {
  const sizes = [10, 10, 10, 10, 10, 10]
  const roles = 'utatat'

  test.each([
    [0, [1, 3, 5]],
    [1, [1, 3]],
    [2, [1]],
    [3, []],
    [9, []],
  ])('keeps the newest %d exchanges and everything that was said', (keep, drop) => {
    expect(dropToolExchanges({ keep })(requestOf({ sizes, target: 0, roles }))).toEqual({ drop })
  })

  test('passes over what is required', () => {
    const request = requestOf({ sizes, target: 0, roles, required: [1] })
    expect(dropToolExchanges({ keep: 1 })(request)).toEqual({ drop: [3] })
  })

  test.each([-1, 1.5, Number.NaN])('refuses to keep %d', (keep) => {
    expect(() => dropToolExchanges({ keep })).toThrow(/dropToolExchanges\.keep: must be a whole number/)
  })
})
