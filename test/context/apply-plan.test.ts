import { describe, expect, test } from 'vitest'
import { applyPlan } from '../../src/context/apply-plan.ts'
import { candidateUnits } from '../../src/context/candidate-units.ts'
import type { Plan } from '../../src/context/plan.ts'
import { assistant, bytes, calls, exchange, result, system, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

// Units: 0 system, 1 user, 2 exchange with a late result, 3 assistant, 4 exchange, 5 user.
const conversation = [
  system(),
  user('one'),
  calls('a', 'b'),
  result('a', bytes(200)),
  assistant(),
  result('b', 'short'),
  ...exchange('c', bytes(200)),
  user('two'),
]

function apply(plan: Plan) {
  const taken = snapshotOf(conversation)
  const { entries, reason } = applyPlan(taken.entries, candidateUnits(taken.snapshot, taken.entries), plan, {
    elide: (entry) => taken.maker.elided(entry),
    summary: (text) => taken.maker.summary(text),
  })
  return { ...taken, reason, list: entries, outline: entries?.map(({ form, position }) => [form, position]) }
}

/** Positions that are left; `s` stands for a summary. */
const outline = (plan: Plan) =>
  apply(plan).outline?.map(([form, position]) => (form === 'summary' ? 's' : position))

test('an empty plan changes nothing', () => {
  const { list, entries } = apply({})
  expect(list).toEqual(entries)
  expect(list?.every((entry, at) => entry === entries[at])).toBe(true)
})

test('a unit goes with all its entries, however far apart', () => {
  expect(outline({ drop: [2] })).toEqual([0, 1, 4, 6, 7, 8])
})

test('a unit that is named twice goes once', () => {
  expect(outline({ drop: [1, 1], summaries: [{ over: [1, 1], text: 'before' }] })).toEqual([
    0,
    's',
    2,
    3,
    4,
    5,
    6,
    7,
    8,
  ])
})

test('a summary stands where the first of its units stood', () => {
  expect(outline({ summaries: [{ over: [1, 3], text: 'before' }] })).toEqual([0, 's', 6, 7, 8])
  expect(outline({ summaries: [{ over: [2, 2], text: 'before' }] })).toEqual([0, 1, 's', 4, 6, 7, 8])
})

test('several summaries stand each in its place', () => {
  const summaries: Plan['summaries'] = [
    { over: [4, 5], text: 'later' },
    { over: [0, 2], text: 'before' },
  ]
  const { list } = apply({ summaries })
  expect(list?.map(({ reading }) => reading.plainText)).toEqual(['before', 'This is next.', 'later'])
})

test('a result that is elided gives way to the notice', () => {
  const { list } = apply({ elide: [3, 7] })
  expect(list?.map(({ form }) => form)).toEqual([
    ...['original', 'original', 'original', 'elided', 'original'],
    ...['original', 'original', 'elided', 'original'],
  ])
})

test('a result that is shorter than the notice stays as it is', () => {
  const { list, entries } = apply({ elide: [5] })
  expect(list?.[5]).toBe(entries[5])
})

test('what is dropped can be elided as well', () => {
  expect(outline({ drop: [4], elide: [7] })).toEqual([0, 1, 2, 3, 4, 5, 8])
})

test('no plan over no units is an empty list', () => {
  expect(applyPlan([], [], {}, { elide: () => undefined, summary: () => neverCalled() })).toEqual({
    entries: [],
  })
})

describe('a plan is refused, not mended, when it', () => {
  test.each<[string, Plan]>([
    ['drops a unit that is not there', { drop: [6] }],
    ['drops a unit before the first', { drop: [-1] }],
    ['elides an entry that is not there', { elide: [9] }],
    ['elides an entry before the first', { elide: [-1] }],
    ['elides what is no result', { elide: [1] }],
    ['elides a call', { elide: [2] }],
  ])('%s', (_, plan) => {
    expect(apply(plan)).toMatchObject({ reason: 'forgedStructuralEntry', list: undefined })
  })

  test.each<[string, readonly (readonly [number, number])[]]>([
    ['summarises units that are not there', [[0, 6]]],
    ['summarises from before the first unit', [[-1, 1]]],
    ['summarises a range that ends before it begins', [[3, 2]]],
    [
      'summarises a unit twice',
      [
        [1, 3],
        [3, 4],
      ],
    ],
    [
      'summarises a range inside another',
      [
        [0, 5],
        [2, 2],
      ],
    ],
  ])('%s', (_, ranges) => {
    const summaries = ranges.map((over) => ({ over, text: 'before' }))
    expect(apply({ summaries })).toMatchObject({ reason: 'misplacedSummary', list: undefined })
  })
})

test('ranges without end are refused at the first unit that they share', () => {
  const messages = Array.from({ length: 20_000 }, () => assistant())
  const { entries, snapshot, maker } = snapshotOf(messages)
  const summaries = entries.map(() => ({ over: [0, entries.length - 1] as const, text: 'before' }))
  const forms = { elide: () => undefined, summary: (text: string) => maker.summary(text) }
  expect(applyPlan(entries, candidateUnits(snapshot, entries), { summaries }, forms)).toEqual({
    reason: 'misplacedSummary',
  })
})

function neverCalled(): never {
  throw new Error('nothing is to be summarised')
}
