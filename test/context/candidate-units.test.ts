import { expect, test } from 'vitest'
import { candidateUnits } from '../../src/context/candidate-units.ts'
import { assistant, calls, reasoning, result, system, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

const conversation = [
  system('12'),
  user('123'),
  reasoning('1234'),
  calls('a'),
  assistant('12345'),
  result('a', '1'),
]

test('units stand in the order of their first entries, with the sizes of all of them', () => {
  const { snapshot, entries } = snapshotOf(conversation)
  const exchangeSize = [2, 3, 5].reduce((sum, at) => sum + (entries[at]?.size ?? 0), 0)
  expect(candidateUnits(snapshot, entries)).toEqual([
    { entries: [0], kind: 'systemInstruction', role: 'system', size: 2, required: true },
    { entries: [1], kind: 'conversationalMessage', role: 'user', size: 3, required: true },
    { entries: [2, 3, 5], kind: 'toolExchange', role: 'assistant', size: exchangeSize, required: false },
    { entries: [4], kind: 'conversationalMessage', role: 'assistant', size: 5, required: false },
  ])
})

test('places are those of the candidate, and content that is new stands alone', () => {
  const { snapshot, keep, maker } = snapshotOf(conversation)
  const candidate = [...keep(0), maker.summary('before'), ...keep(2, 3, 5), maker.summary('more')]
  expect(candidateUnits(snapshot, candidate).map(({ entries, kind }) => [kind, entries])).toEqual([
    ['systemInstruction', [0]],
    ['summary', [1]],
    ['toolExchange', [2, 3, 4]],
    ['summary', [5]],
  ])
})

test('no candidate has no units', () => {
  expect(candidateUnits(snapshotOf(conversation).snapshot, [])).toEqual([])
})
