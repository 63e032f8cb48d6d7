import { expect, test } from 'vitest'
import { bodiesOf, withoutBodies } from '../../src/context/carried-bodies.ts'
import { evictBodies } from '../../src/context/evict-bodies.ts'
import { sumSizes } from '../../src/context/measure.ts'
import { refillBodies } from '../../src/context/refill-bodies.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf, type Taken } from '../support/snapshot-of.ts'

const first = { digest: digestOf('1'), text: bytes(82 + 100) }
const second = { digest: digestOf('2'), text: bytes(82 + 200) }
const messages = [
  user(),
  ...exchange('a', referenceTo(first.digest)),
  ...exchange('b', referenceTo(second.digest)),
]
const { snapshot, maker, at } = snapshotOf(messages, { bodies: { 2: first, 4: second } })
const empty = snapshot.entries.flatMap((entry) => withoutBodies(entry) ?? [])

const held = (entries: Taken['entries']): number[] => entries.flatMap(bodiesOf).map(({ size }) => size)

test('bodies come back as long as there is room, those of the newest messages first', () => {
  const size = sumSizes(empty)
  expect(held(refillBodies(snapshot, empty, size + 300))).toEqual([100, 200])
  expect(refillBodies(snapshot, empty, size + 300)[4]).toBe(at(4))
  expect(held(refillBodies(snapshot, empty, size + 299))).toEqual([200])
  expect(held(refillBodies(snapshot, empty, size + 199))).toEqual([100])
  expect(refillBodies(snapshot, empty, size + 99)).toBe(empty)
})

test('what is no longer in the list brings nothing back, nor what stands there in another form', () => {
  const dropped = [...empty.slice(0, 1), ...empty.slice(3)]
  expect(held(refillBodies(snapshot, dropped, 100_000))).toEqual([200])
  const other = maker.withResults(at(4), () => true, true)
  const changed = { ...(other ?? at(4)), form: 'elided' as const }
  expect(held(refillBodies(snapshot, [...empty.slice(0, 4), changed], 100_000))).toContain(100)
})

test('of several bodies in one message, as many come back as fit', () => {
  const carrier = at(2)
  const [outer] = [maker.withBody(carrier, 0, { digest: digestOf('3'), key: 'k', text: bytes(500) })]
  const both = { ...snapshot, entries: snapshot.entries.map((entry) => (entry === carrier ? outer : entry)) }
  const inner = { entries: both.entries, size: sumSizes(both.entries) }
  const { entries } = evictBodies(inner.entries, inner.size - 1)
  expect(held(entries)).toHaveLength(2)
  expect(refillBodies(both, entries, inner.size)[2]).toBe(outer)
  expect(refillBodies(both, empty, sumSizes(empty) + 150)[2]).toBe(carrier)
})

test('a list without bodies stays as it is', () => {
  const plain = snapshotOf(messages).snapshot
  expect(refillBodies(plain, plain.entries, 0)).toBe(plain.entries)
})
