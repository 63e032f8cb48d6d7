import { expect, test } from 'vitest'
import { pairToolLinks } from '../../src/context/pair-tool-links.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, calls, providerCall, result, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

/** Pairs as positions: `[call, result]`. */
function pairs(...messages: readonly OpenAIChatMessage[]) {
  const pairing = pairToolLinks(snapshotOf(messages).entries)
  return {
    pairs: pairing.pairs.map(({ call, result: { at } }) => [call.at, at]),
    open: pairing.openCalls.map(({ at, link }) => [at, link.key]),
    orphans: pairing.orphanResults.map(({ at }) => at),
    repeated: pairing.duplicateResults.map(({ call, result: { at } }) => [call.at, at]),
    duplicates: pairing.duplicateCalls.map(({ at }) => at),
  }
}

const clean = { open: [], orphans: [], repeated: [], duplicates: [] }

test('a result belongs to the call of its id', () => {
  expect(pairs(calls('a'), result('a'))).toEqual({ ...clean, pairs: [[0, 1]] })
})

test('parallel results may come in another order', () => {
  expect(pairs(calls('a', 'b'), result('b'), result('a'))).toEqual({
    ...clean,
    pairs: [
      [0, 1],
      [0, 2],
    ],
  })
})

test('an id that recurs from turn to turn pairs with the nearest call', () => {
  expect(pairs(calls('0'), result('0'), user(), calls('0'), result('0'))).toEqual({
    ...clean,
    pairs: [
      [0, 1],
      [3, 4],
    ],
  })
})

test('a second result goes to an older open call of its id before it is a repetition', () => {
  expect(pairs(calls('0'), user(), calls('0'), result('0'), result('0'), result('0'))).toEqual({
    ...clean,
    pairs: [
      [2, 3],
      [0, 4],
    ],
    repeated: [[0, 5]],
  })
})

test('a result before its call pairs with nothing', () => {
  expect(pairs(result('a'), calls('a'))).toEqual({ ...clean, pairs: [], orphans: [0], open: [[1, 'a']] })
})

test('a repeated result is told from one that never had a call', () => {
  expect(pairs(calls('a'), result('a'), result('a'), result('b'))).toEqual({
    ...clean,
    pairs: [[0, 1]],
    repeated: [[0, 2]],
    orphans: [3],
  })
})

test('open calls stand in the order of the list', () => {
  expect(pairs(calls('b'), user(), calls('a', 'b')).open).toEqual([
    [0, 'b'],
    [2, 'a'],
    [2, 'b'],
  ])
})

test('an id that stands twice in one response is a duplicate', () => {
  expect(pairs(calls('a', 'a'), result('a'), result('a')).duplicates).toEqual([0])
})

test('messages of the assistant side by side are one response', () => {
  expect(pairs(calls('a'), assistant(), calls('a')).duplicates).toEqual([2])
  expect(pairs(calls('a'), user(), calls('a')).duplicates).toEqual([])
})

test('an id may stand twice in a response that answers the first itself', () => {
  const ran = { ...providerCall('0'), content: [{ type: 'tool-result', toolCallId: '0', text: 'seen' }] }
  expect(pairs(ran, ran)).toEqual({
    ...clean,
    pairs: [
      [0, 0],
      [1, 1],
    ],
  })
})

test('results are numbered within their message', () => {
  const inline = ['a', 'b'].map((toolCallId) => ({ type: 'tool-result', toolCallId, text: 'seen' }))
  const both: OpenAIChatMessage = { ...calls('a', 'b'), content: inline }
  const pairing = pairToolLinks(snapshotOf([both]).entries)
  expect(pairing.pairs.map(({ result: { ordinal } }) => ordinal)).toEqual([0, 1])
})

test('spellings that gateways treat as one id pair', () => {
  expect(pairs(calls('call_1|fc_1'), result('call_1'))).toEqual({ ...clean, pairs: [[0, 1]] })
})
