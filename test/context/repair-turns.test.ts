import { expect, test } from 'vitest'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, calls, exchange, reasoning, result, system, user } from '../support/messages.ts'
import { rulesThat, snapshotOf } from '../support/snapshot-of.ts'

const noUser = '[no message from the user at this point]'
const noAnswer = '[no answer from the assistant at this point]'

/** Host indexes; role and text of what stands in. */
function repair(messages: readonly OpenAIChatMessage[], ...demands: readonly SequenceDemand[]) {
  const { entries, repairedCount, snapshot } = snapshotOf(messages, {
    onBrokenSequence: 'repair',
    rules: rulesThat(...demands),
  })
  expect(snapshot.defects).toEqual([])
  const added = entries.filter(({ hostIndex }) => hostIndex < 0)
  expect(added.every(({ form }) => form === 'repaired')).toBe(true)
  expect(added.length).toBeLessThanOrEqual(repairedCount)
  return entries.map(({ hostIndex, message: { role, content } }) =>
    hostIndex < 0 ? `${role}: ${content}` : hostIndex,
  )
}

test('an answer stands between results and the next user message', () => {
  const messages = [user(), ...exchange('a'), user(), calls('b', 'c'), result('b'), result('c'), user()]
  expect(repair(messages, 'noUserAfterToolResult')).toEqual([
    ...[0, 1, 2, `assistant: ${noAnswer}`, 3, 4, 5, 6, `assistant: ${noAnswer}`, 7],
  ])
})

test('also where the result is one that says there is none', () => {
  expect(repair([user(), calls('a'), user()], 'callsAnswered', 'noUserAfterToolResult')).toEqual([
    ...[0, 1, 'tool: [no result: the tool call did not complete]', `assistant: ${noAnswer}`, 2],
  ])
})

test('also where the answer that stood there was empty', () => {
  const messages = [user(), ...exchange('a'), assistant(''), user()]
  expect(repair(messages, 'noEmptyAssistant', 'noUserAfterToolResult').slice(3)).toHaveLength(2)
})

test('a user message opens the list behind its instructions', () => {
  expect(repair([system(), assistant(), user()], 'opensWithUser')).toEqual([0, `user: ${noUser}`, 1, 2])
})

test('a user message stands behind an answer that is the last, and behind no start of one', () => {
  expect(repair([user(), assistant()], 'noAssistantLast')).toEqual([0, 1, `user: ${noUser}`])
  const start: OpenAIChatMessage = Object.assign(assistant(), { prefix: true })
  expect(repair([user(), start], 'noAssistantLast')).toEqual([0, 1])
  expect(repair([user(), ...exchange('a')], 'noAssistantLast')).toEqual([0, 1, 2])
})

test('a list without anything misses nothing at its end', () => {
  expect(repair([], 'noAssistantLast')).toEqual([])
})

test('it is not the task', () => {
  const { snapshot } = snapshotOf([assistant(), user('one'), assistant(), user('two'), assistant()], {
    onBrokenSequence: 'repair',
    rules: rulesThat('opensWithUser'),
    pinFirstUserMessage: true,
  })
  expect([...snapshot.required]).toEqual([4, 2])
})

test('a user message stands before a response that calls behind an answer', () => {
  const messages = [user(), assistant(), reasoning(), ...exchange('a'), assistant()]
  expect(repair(messages, 'callsFollowUserOrResults')).toEqual([0, 1, `user: ${noUser}`, 2, 3, 4, 5])
})

test('nothing is added where the provider takes the list', () => {
  expect(repair([assistant(), ...exchange('a'), user()])).toEqual([0, 1, 2, 3])
})
