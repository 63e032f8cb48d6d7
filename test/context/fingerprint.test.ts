import { expect, test } from 'vitest'
import { fingerprint } from '../../src/context/fingerprint.ts'

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle
const shared = { a: 1 }
const memory = new Uint8Array([0, 1, 2])

test.each<[string, unknown, unknown]>([
  ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ['fields that are undefined', { a: 1, b: undefined }, { a: 1 }],
  ['a class and its fields', new Point(1, 2), { x: 1, y: 2 }],
  ['a value that stands twice and two equal ones', [shared, shared], [{ a: 1 }, { a: 1 }]],
  ['a Buffer and the same bytes', Buffer.from('hi'), new Uint8Array([104, 105])],
  ['URLs', new URL('https://a.example'), new URL('https://a.example/')],
  ['dates', new Date(5), new Date(5)],
  ['maps', new Map([['a', { b: 1 }]]), new Map([['a', { b: 1 }]])],
  ['a hole and undefined in a list', new Array(1), [undefined]],
])('%s are equal', (_, one, other) => {
  expect(fingerprint(one)).toBe(fingerprint(other))
  expect(fingerprint(one)).toBeTypeOf('string')
})

test.each<[string, unknown, unknown]>([
  ['another text', { a: 'x' }, { a: 'y' }],
  ['another role', { role: 'user', content: 'x' }, { role: 'assistant', content: 'x' }],
  [
    'another author',
    { role: 'user', content: 'x', name: 'Ann' },
    { role: 'user', content: 'x', name: 'Bob' },
  ],
  ['another key', { a: 1 }, { b: 1 }],
  ['a field more', { a: 1 }, { a: 1, b: 2 }],
  ['another order of items', [1, 2], [2, 1]],
  ['a list and an object of its indexes', ['a'], { 0: 'a' }],
  ['a number and its text', 1, '1'],
  ['a number and its BigInt', 1, 1n],
  ['a BigInt and a list that spells it', 1n, ['bigint', '1']],
  ['null and nothing', { a: null }, {}],
  ['other bytes', new Uint8Array([1]), new Uint8Array([2])],
  ['other bytes of the same memory', memory.subarray(0, 2), memory.subarray(1, 3)],
  ['other buffers', new Uint8Array([1]).buffer, new Uint8Array([2]).buffer],
  ['other views', new DataView(new Uint8Array([1]).buffer), new DataView(new Uint8Array([2]).buffer)],
  ['another URL', new URL('https://a.example'), new URL('https://b.example')],
  ['another date', new Date(5), new Date(6)],
  ['another item of a map', new Map([['a', 1]]), new Map([['a', 2]])],
  ['another item of a set', new Set([1]), new Set([2])],
  ['a lone surrogate', '\ud83d', '\ufffd'],
])('%s is not equal', (_, one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other))
})

test.each<[string, unknown]>([
  ['a cycle', cycle],
  ['a cycle through a list', [[cycle]]],
  ['a cycle through a map', cyclicMap()],
  ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: () => failed() })],
  ['a value too deep to read', deep(100_000)],
])('%s has none', (_, value) => {
  expect(fingerprint(value)).toBeUndefined()
})

function cyclicMap(): Map<string, unknown> {
  const map = new Map<string, unknown>()
  map.set('self', map)
  return map
}

function failed(): never {
  throw new Error('not to be read')
}

function deep(levels: number): unknown {
  let value: unknown = 'end'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
