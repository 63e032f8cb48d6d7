import { expect, test } from 'vitest'
import { insertAdditions } from '../../src/context/insert-additions.ts'
import { type AiSdkMessage, aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  calls,
  exchange,
  reasoning,
  result,
  system,
  user,
} from '../support/messages.ts'
import { rulesThat, snapshotIn, snapshotOf } from '../support/snapshot-of.ts'

/** Positions of a list with an addition, `+`, among the messages that are kept. */
function insert(
  messages: readonly OpenAIChatMessage[],
  kept: readonly number[],
  rules = rulesThat(),
): readonly (number | '+')[] {
  const { keep, maker } = snapshotOf(messages, { rules })
  const notice = maker.notice()
  return insertAdditions(keep(...kept), [notice], rules).map((entry) =>
    entry === notice ? '+' : entry.position,
  )
}

const conversation = [system(), user(), ...exchange('a'), assistant(), user(), assistant()]

test('an addition stands in the first gap', () => {
  expect(insert(conversation, [0, 4, 6])).toEqual([0, '+', 4, 6])
  expect(insert(conversation, [0, 1, 4, 6])).toEqual([0, 1, '+', 4, 6])
  expect(insert(conversation, [0, 1, 2, 3, 4, 6])).toEqual([0, 1, 2, 3, 4, '+', 6])
})

test('a gap may open the list', () => {
  expect(insert([user(), assistant(), user()], [1, 2])).toEqual(['+', 1, 2])
})

test('where there is no gap before a kept message, it stands behind the instructions', () => {
  expect(insert(conversation, [0, 1, 2, 3])).toEqual([0, '+', 1, 2, 3])
  expect(insert(conversation, [0])).toEqual([0, '+'])
  expect(insert(conversation, [])).toEqual(['+'])
})

test('several stand side by side, in their order', () => {
  const { keep, maker, rules } = snapshotOf(conversation)
  const additions = [maker.notice(), maker.ledger([])]
  expect(insertAdditions(keep(0, 5), additions, rules).slice(1, 3)).toEqual(additions)
})

test('nothing to add leaves the very same list', () => {
  const { entries, rules } = snapshotOf(conversation)
  expect(insertAdditions(entries, [], rules)).toBe(entries)
})

test('a gap behind a tool result is no place where the provider wants an answer first', () => {
  const messages = [user(), ...exchange('a'), assistant(), assistant(), assistant()]
  expect(insert(messages, [0, 1, 2, 4])).toEqual([0, 1, 2, '+', 4])
  expect(insert(messages, [0, 1, 2, 4], rulesThat('noUserAfterToolResult'))).toEqual(['+', 0, 1, 2, 4])
  expect(insert(messages, [0, 1, 2, 3, 5], rulesThat('noUserAfterToolResult'))).toEqual([0, 1, 2, 3, '+', 5])
})

test.each<[string, readonly OpenAIChatMessage[], readonly number[], readonly (number | '+')[]]>([
  ['a late result', [calls('a'), user(), result('a'), user(), user()], [0, 2, 4], [0, 2, '+', 4]],
  [
    'an exchange around another',
    [calls('a'), user(), ...exchange('b'), user(), result('a'), user(), user()],
    [0, 2, 3, 5, 7],
    [0, 2, 3, 5, '+', 7],
  ],
  [
    'an approval and its answer',
    [approvalRequest('p', 'a'), user(), approvalResponse('p'), result('a'), user(), user()],
    [0, 2, 3, 5],
    [0, 2, 3, '+', 5],
  ],
  ['reasoning', [user(), user(), reasoning(), assistant(), user(), user()], [0, 2, 3, 5], [0, '+', 2, 3, 5]],
])('%s is not torn', (_, messages, kept, expected) => {
  expect(insert(messages, kept)).toEqual(expected)
})

test('a result that the provider adds to a later answer is not torn from its call', () => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true }
  const output = { type: 'text', value: 'found' }
  const answer = { type: 'tool-result', toolCallId: 'a', toolName: 'search', output }
  const messages: AiSdkMessage[] = [
    { role: 'assistant', content: [call] },
    { role: 'user', content: [{ type: 'text', text: 'Wait.' } as { type: string }] },
    { role: 'assistant', content: [answer] },
  ]
  const { keep, maker, rules } = snapshotIn(aiSdk(), messages)
  const list = insertAdditions(keep(0, 2), [maker.notice()], rules)
  expect(list.map(({ position }) => position)).toEqual([-1, 0, 2])
})
