import { expect, test } from 'vitest'
import { encodeValue } from '../../src/context/encode-value.ts'

test.each([
  ['text', 'a "b"', '"a \\"b\\""'],
  ['a number', 1.5, '1.5'],
  ['null', null, 'null'],
  ['an object', { b: 1, a: [true, null] }, '{"b":1,"a":[true,null]}'],
  ['what JSON has no number for', [Number.NaN, Number.POSITIVE_INFINITY], '[null,null]'],
  ['a BigInt', { grams: 12345678901234567890n }, '{"grams":"12345678901234567890"}'],
  ['a BigInt alone', 7n, '"7"'],
  ['a Buffer', { data: Buffer.from('hello') }, '{"data":"aGVsbG8="}'],
  ['a view of binary data', [new Uint8Array([0, 104, 105, 0]).subarray(1, 3)], '["aGk="]'],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['a URL', new URL('https://a.example/'), '"https://a.example/"'],
  ['a lone surrogate', '\ud83d', '"\\ud83d"'],
  ['a field that is undefined', { a: undefined, b: 1 }, '{"b":1}'],
  ['undefined', undefined, ''],
  ['a function', () => 1, ''],
])('%s is encoded as a client would send it', (_, value, encoded) => {
  expect(encodeValue(value)).toBe(encoded)
})

test('a value with its own JSON form is encoded as that', () => {
  expect(encodeValue({ toJSON: () => ({ kept: 1n }) })).toBe('{"kept":"1"}')
})

test('a cycle throws', () => {
  const value: unknown[] = []
  value.push(value)
  expect(() => encodeValue(value)).toThrow(TypeError)
})
