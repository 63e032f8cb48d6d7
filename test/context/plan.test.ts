import { expect, test } from 'vitest'
import { isPlan } from '../../src/context/plan.ts'

const hole: unknown[] = new Array(1)

test.each([
  ['an empty plan', {}],
  ['units to drop', { drop: [0, 1] }],
  ['results to elide', { elide: [3] }],
  ['a summary', { summaries: [{ over: [0, 2], text: 'before' }] }],
  ['all of them', { drop: [], elide: [], summaries: [] }],
  ['fields that are undefined', { drop: undefined, elide: undefined, summaries: undefined }],
  ['indexes out of range, which is for later', { drop: [-1, 1e9] }],
])('%s is a plan', (_, value) => {
  expect(isPlan(value)).toBe(true)
})

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'drop'],
  ['a function', () => []],
  ['a list', []],
  ['an unknown field', { drop: [0], keep: [1] }],
  ['a misspelt field', { dropped: [0] }],
  ['a single index', { drop: 1 }],
  ['an index that is a text', { drop: ['1'] }],
  ['an index that is no whole number', { drop: [0.5] }],
  ['an index that is NaN', { elide: [Number.NaN] }],
  ['an index that is infinite', { elide: [Number.POSITIVE_INFINITY] }],
  ['a hole among the indexes', { drop: hole }],
  ['null for a list', { elide: null }],
  ['an object for a list', { summaries: {} }],
  ['a set for a list', { drop: new Set([1]) }],
  ['a hole among the summaries', { summaries: hole }],
  ['null among the summaries', { summaries: [null] }],
  ['a text among the summaries', { summaries: ['before'] }],
  ['a summary without a range', { summaries: [{ text: 'before' }] }],
  ['a summary over one unit', { summaries: [{ over: [0], text: 'before' }] }],
  ['a summary over three units', { summaries: [{ over: [0, 1, 2], text: 'before' }] }],
  ['a summary over texts', { summaries: [{ over: ['0', '1'], text: 'before' }] }],
  ['a summary over a hole', { summaries: [{ over: new Array(2), text: 'before' }] }],
  ['a summary without a text', { summaries: [{ over: [0, 1] }] }],
  ['a summary whose text is none', { summaries: [{ over: [0, 1], text: ['before'] }] }],
])('%s is no plan', (_, value) => {
  expect(isPlan(value)).toBe(false)
})
