import { expect, test } from 'vitest'
import { elideResults, olderResults, requiredResults } from '../../src/context/elide-results.ts'
import { sumSizes } from '../../src/context/measure.ts'
import { bytes, calls, exchange, providerCall, result, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const notice = '[tool result left out to keep the request within its size limit]'
const conversation = [
  user(),
  ...exchange('a', bytes(500)),
  ...exchange('b', bytes(500)),
  ...exchange('c', 'short'),
  ...exchange('d', bytes(500)),
]
const saved = 500 - notice.length

function elide(target: number, messages = conversation) {
  const taken = snapshotOf(messages)
  const size = sumSizes(taken.entries)
  const elide = (entry: (typeof taken.entries)[number]) => taken.maker.elided(entry)
  return {
    ...taken,
    elision: elideResults(taken.entries, olderResults(taken.snapshot), elide, size, size - target),
  }
}

test('the oldest results go first, and no more than needed', () => {
  expect(elide(0).elision.elided).toEqual([])
  expect(elide(1).elision.elided).toEqual([2])
  expect(elide(saved).elision.elided).toEqual([2])
  expect(elide(saved + 1).elision.elided).toEqual([2, 4])
})

test('a result that is shorter than the notice stays', () => {
  expect(elide(Number.POSITIVE_INFINITY).elision.elided).toEqual([2, 4, 8])
})

test('call, id and place stay, and the host keeps its message', () => {
  const { elision, entries } = elide(1)
  expect(elision.entries[2]?.message).toEqual({ role: 'tool', tool_call_id: 'a', content: notice })
  expect(elision.entries[2]).toMatchObject({ form: 'elided', position: 2, hostIndex: 2 })
  expect(entries[2]?.message).toBe(conversation[2])
  expect(elision.entries.filter((entry, at) => entry !== entries[at])).toHaveLength(1)
})

test('a list in which nothing is replaced is the very same list', () => {
  const { elision, entries } = elide(0)
  expect(elision.entries).toBe(entries)
})

test('results of required units are not among the older ones', () => {
  const { snapshot } = snapshotOf(conversation, { retention: 2 })
  expect(olderResults(snapshot)).toEqual([2, 4])
  expect(requiredResults(snapshot)).toEqual([6, 8])
})

test('what the host pins keeps its results, whichever part of the exchange is pinned', () => {
  const { snapshot } = snapshotOf(conversation, { retention: 1, pin: ({ index }) => index === 1 })
  expect(requiredResults(snapshot)).toEqual([8])
})

test('results that the provider wrote itself are not touched', () => {
  const content = [{ type: 'tool-result', toolCallId: 'a', text: bytes(500) }]
  const { snapshot } = snapshotOf([user(), { ...providerCall('a'), content }])
  expect(olderResults(snapshot)).toEqual([])
})

test('a reference stays', () => {
  const { elision } = elide(Number.POSITIVE_INFINITY, [calls('a'), result('a', referenceTo(digestOf('1')))])
  expect(elision.elided).toEqual([])
})

test('a place that is not in the list is passed over', () => {
  const { entries, maker } = snapshotOf(conversation)
  expect(elideResults(entries, [99, 2], (entry) => maker.elided(entry), 10, 0).elided).toEqual([2])
})
