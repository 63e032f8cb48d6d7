import { expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import { anthropic } from '../../../src/dialects/anthropic/index.ts'
import { sequenceRules } from '../../../src/dialects/anthropic/sequence-rules.ts'
import { entriesOf } from '../entries-of.ts'

const user = { role: 'user', content: 'Where?' }
const calls = (...ids: string[]): object => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
})
const results = (...ids: string[]): object => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'here' })),
})
const text = { role: 'assistant', content: 'Here.' }

const brokenRules = (...messages: readonly object[]): string[] =>
  checkSequence(entriesOf(anthropic(), messages), sequenceRules).map(({ rule }) => rule)

test('accepts exchanges, user messages side by side, and text behind results', () => {
  expect(brokenRules(user, calls('a', 'b'), results('b', 'a'), text, user, user)).toEqual([])
  expect(brokenRules(user, calls('a', 'b'), results('a'), results('b'), user)).toEqual([])
})

test('accepts a call of the provider that it has yet to run, beside one of the client', () => {
  const both = {
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'tool_use', id: 'a', name: 'look', input: {} },
    ],
  }
  const later = {
    role: 'assistant',
    content: [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }],
  }
  expect(brokenRules(user, both, results('a'))).toEqual([])
  expect(brokenRules(user, both, results('a'), later)).toEqual([])
})

test('accepts an empty assistant message at the end, and nowhere else', () => {
  const empty = { role: 'assistant', content: [] }
  expect(brokenRules(user, empty)).toEqual([])
  expect(brokenRules(user, empty, user)).toEqual(['anthropic.noEmptyAssistantBeforeLast'])
})

test.each([
  ['an open call', [user, calls('a'), user], ['anthropic.callsAnswered']],
  ['a result without a call', [user, text, results('a')], ['anthropic.resultsHaveCall']],
  ['two results for a call', [user, calls('a'), results('a', 'a')], ['anthropic.oneResultPerCall']],
  [
    'an id that recurs in a later turn',
    [user, calls('a'), results('a'), calls('a'), results('a')],
    ['anthropic.callIdsUniqueInList'],
  ],
  ['a result behind a message', [user, calls('a'), user, results('a')], ['anthropic.resultsFollowCalls']],
  ['an answer that opens the list', [text, user], ['anthropic.opensWithUser']],
  [
    'thinking that leads to nothing',
    [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] }, user],
    ['anthropic.noReasoningAlone'],
  ],
])('refuses %s', (_, messages, rules) => {
  expect(brokenRules(...messages)).toEqual(rules)
})
