import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { findJsonError } from '../../../src/cli/input/find-json-error.ts'

describe('the place where a text stops being JSON', () => {
  test.each([
    ['', 0, true],
    ['[1, 2', 5, true],
    ['{"a', 3, true],
    ['{"a": "\\u12', 11, true],
    ['[1 2]', 3, false],
    ['{"a" 1}', 5, false],
    ['{"a": nope}', 6, false],
    ['[1,]', 3, false],
    ['{,}', 1, false],
    ['[}', 1, false],
    ['1 2', 2, false],
    ['"a\nb"', 2, false],
    ['"\\x"', 1, false],
    ['01', 0, false],
  ])('of %j is %d', (text, offset, isCutOff) => {
    expect(findJsonError(text)).toEqual({ offset, isCutOff })
  })

  property.prop([fc.jsonValue(), fc.double({ min: 0, max: 1, noNaN: true })])(
    'is the end of a text that is cut off',
    (value, share) => {
      const text = JSON.stringify([value], null, 1)
      const cut = text.slice(0, Math.floor(share * (text.length - 1)))
      expect(findJsonError(cut).isCutOff).toBe(true)
    },
  )

  property.prop([fc.jsonValue(), fc.nat(), fc.constantFrom('"', '{', '}', ',', ':', 'x', '\\', '\n', '7')])(
    'has nothing wrong before it',
    (value, at, sign) => {
      const text = JSON.stringify({ value, list: [value, 'text'] })
      const place = at % text.length
      const broken = text.slice(0, place) + sign + text.slice(place)
      if (isJson(broken)) return
      const before = broken.slice(0, findJsonError(broken).offset)
      expect(isJson(before) || findJsonError(before).isCutOff).toBe(true)
    },
  )
})

test('strings of many megabytes are gone through without recursion', () => {
  const text = `["${'x'.repeat(20_000_000)}", ${'['.repeat(1_000_000)}`
  expect(findJsonError(text)).toEqual({ offset: text.length, isCutOff: true })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
