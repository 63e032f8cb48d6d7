import { expect, test } from 'vitest'
import { groupUnits } from '../../src/context/group-units.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { type OpenAIResponsesItem, openaiResponses } from '../../src/dialects/openai-responses/index.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  calls,
  providerCall,
  reasoning,
  result,
  system,
  user,
} from '../support/messages.ts'
import { snapshotIn, snapshotOf } from '../support/snapshot-of.ts'

const unitsOf = (...messages: readonly OpenAIChatMessage[]) =>
  snapshotOf(messages).snapshot.grouping.units.map(({ entries }) => entries)

test('a message is a unit of its own', () => {
  expect(unitsOf(system(), user(), assistant(), assistant())).toEqual([[0], [1], [2], [3]])
})

test('parallel calls and all their results are one unit', () => {
  expect(unitsOf(user(), calls('a', 'b'), result('b'), result('a'), user())).toEqual([[0], [1, 2, 3], [4]])
})

test('two exchanges in a row are two units, also when they use the same id', () => {
  expect(unitsOf(calls('0'), result('0'), calls('0'), result('0'))).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('a result that comes late belongs to its call, across what stands between', () => {
  expect(unitsOf(calls('a'), user(), result('a'))).toEqual([[0, 2], [1]])
})

test('a repeated result belongs to the call that it repeats the answer of', () => {
  expect(unitsOf(calls('a'), result('a'), user(), result('a'))).toEqual([[0, 1, 3], [2]])
})

test('an open call and a result without a call stand alone', () => {
  expect(unitsOf(calls('a'), user(), result('b'))).toEqual([[0], [1], [2]])
})

test('an approval that is answered in another message belongs to its exchange', () => {
  expect(unitsOf(approvalRequest('p', 'a'), approvalResponse('p'), result('a'), user())).toEqual([
    [0, 1, 2],
    [3],
  ])
})

test('an approval that is asked for in another message than the call belongs to the exchange', () => {
  expect(unitsOf(calls('a'), user(), approvalRequest('p', 'a', false))).toEqual([[0, 2], [1]])
})

test('an approval that is asked for and not answered is pending', () => {
  const { units } = snapshotOf([
    approvalRequest('p', 'a'),
    approvalRequest('q', 'b'),
    approvalResponse('q'),
    result('b'),
  ]).snapshot.grouping
  expect(units.map(({ pendingApproval }) => pendingApproval)).toEqual([true, false])
})

test('reasoning in a message of its own belongs to the message that it leads to', () => {
  expect(unitsOf(user(), reasoning(), calls('a'), result('a'))).toEqual([[0], [1, 2, 3]])
  expect(unitsOf(reasoning(), reasoning(), assistant())).toEqual([[0, 1, 2]])
})

test('reasoning that leads nowhere stands alone', () => {
  expect(unitsOf(reasoning(), user())).toEqual([[0], [1]])
})

test('an exchange is told from a message', () => {
  const { units } = snapshotOf([user(), providerCall('a'), reasoning(), calls('b'), result('b')]).snapshot
    .grouping
  expect(units.map(({ exchange }) => exchange)).toEqual([false, true, true])
})

test('each entry knows its unit', () => {
  const { entries, snapshot } = snapshotOf([calls('a'), user(), result('a'), assistant()])
  expect(groupUnits(entries, snapshot.pairing).unitOf).toEqual([0, 1, 0, 2])
})

test('no entries make no units', () => {
  expect(snapshotOf([]).snapshot.grouping).toEqual({ units: [], unitOf: [] })
})

test('a compaction does not belong to the response before it, for which it stands', () => {
  const items: OpenAIResponsesItem[] = [
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' } as OpenAIResponsesItem, // has more fields than its type
    { role: 'assistant', content: 'Done.' },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'y' } as OpenAIResponsesItem, // as above
    { role: 'assistant', content: 'On.' },
  ]
  const { units } = snapshotIn(openaiResponses(), items).snapshot.grouping
  expect(units.map(({ entries }) => entries)).toEqual([[0, 1], [2], [3]])
})
