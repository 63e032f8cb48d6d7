import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/context/entry.ts'
import { countEvictable, evictBodies } from '../../src/context/evict-bodies.ts'
import { sumSizes } from '../../src/context/measure.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const digits = ['1', '2', '3', '4'] as const

/** A conversation with a body of each size riding in the result of an exchange of its own. */
function carrying(...sizes: readonly number[]): readonly Entry<OpenAIChatMessage>[] {
  const references = digits.slice(0, sizes.length).map(digestOf)
  const messages = [
    user(),
    ...references.flatMap((digest) => exchange(digest.slice(0, 4), referenceTo(digest))),
  ]
  const bodies = Object.fromEntries(
    references.map((digest, index) => [2 + 2 * index, { digest, text: bytes(82 + (sizes[index] ?? 0)) }]),
  )
  return snapshotOf(messages, { bodies }).entries
}

/** Sizes of the bodies that are left, beyond their references. */
const left = (entries: readonly Entry<OpenAIChatMessage>[]) =>
  entries.flatMap(({ body }) => (body ? [body.size] : []))

test('the largest body goes first, and no more than needed', () => {
  const entries = carrying(100, 300, 200)
  const size = sumSizes(entries)
  expect(left(evictBodies(entries, size).entries)).toEqual([100, 300, 200])
  expect(left(evictBodies(entries, size - 1).entries)).toEqual([100, 200])
  expect(left(evictBodies(entries, size - 300).entries)).toEqual([100, 200])
  expect(left(evictBodies(entries, size - 301).entries)).toEqual([100])
  expect(left(evictBodies(entries, 0).entries)).toEqual([])
})

test('of bodies of one size the oldest goes first', () => {
  const entries = carrying(100, 100, 100)
  const { entries: rest, evictedCount } = evictBodies(entries, sumSizes(entries) - 150)
  expect(rest.map(({ body }) => body !== null)).toEqual([false, false, false, false, false, false, true])
  expect(evictedCount).toBe(2)
})

test('where a body was, its reference stands again, in the very entry that held it', () => {
  const entries = carrying(100)
  const { entries: rest } = evictBodies(entries, 0)
  expect(rest[2]).toBe(entries[2]?.body?.without)
  expect(rest[2]?.message).toEqual(exchange('1111', referenceTo(digestOf('1')))[1])
  expect(sumSizes(rest)).toBe(sumSizes(entries) - 100)
})

test('a list without bodies stays as it is', () => {
  const { entries } = snapshotOf([user(), ...exchange('a')])
  expect(evictBodies(entries, 0)).toEqual({ entries, evictedCount: 0 })
  expect(countEvictable(entries)).toBe(0)
})

test('a body that takes no more room than its reference stays', () => {
  const entries = carrying(-40, 100)
  expect(countEvictable(entries)).toBe(1)
  expect(evictBodies(entries, 0).evictedCount).toBe(1)
  expect(evictBodies(entries, 0).entries[2]).toBe(entries[2])
})

describe('an entry that is nothing but a body', () => {
  const [host, ...rest] = carrying(100)
  const alone = snapshotOf([user(bytes(50))]).at(0)
  const body = { ...alone, body: { digest: digestOf('1'), key: digestOf('1'), size: 50, without: null } }

  test('goes when its reference stands elsewhere', () => {
    const reference = rest.map((entry) => entry.body?.without ?? entry)
    const entries = [...(host ? [host] : []), ...reference, body]
    expect(countEvictable(entries)).toBe(1)
    expect(evictBodies(entries, 0)).toEqual({ entries: entries.slice(0, -1), evictedCount: 1 })
  })

  test('stays when its reference is not in the list', () => {
    expect(countEvictable([body])).toBe(0)
    expect(evictBodies([body], 0)).toEqual({ entries: [body], evictedCount: 0 })
  })

  test('stays when nothing but itself holds its reference', () => {
    const selfish = { ...body, references: [digestOf('1')] }
    expect(countEvictable([selfish])).toBe(0)
    expect(evictBodies([selfish], 0).evictedCount).toBe(0)
  })
})
