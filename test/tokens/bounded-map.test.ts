import { expect, test } from 'vitest'
import { BoundedMap } from '../../src/tokens/bounded-map.ts'

test('the least recently used entries go once the weights exceed the capacity', () => {
  const map = new BoundedMap<number>(6, (key) => key.length)
  map.set('aa', 1)
  map.set('bb', 2)
  map.set('cc', 3)
  expect(map.get('aa')).toBe(1)
  map.set('dd', 4)
  expect(map.get('bb')).toBeUndefined()
  expect(map.get('aa')).toBe(1)
  expect(map.weight).toBe(6)
})

test('an entry that is heavier than the capacity is not kept and pushes nothing out', () => {
  const map = new BoundedMap<number>(3, (key) => key.length)
  map.set('abc', 1)
  map.set('abcd', 2)
  expect(map.get('abcd')).toBeUndefined()
  expect(map.get('abc')).toBe(1)
})

test('setting a key again replaces its value and counts its weight once', () => {
  const map = new BoundedMap<number>(3, (key) => key.length)
  map.set('abc', 1)
  map.set('abc', 2)
  expect(map.get('abc')).toBe(2)
  expect(map.weight).toBe(3)
})
