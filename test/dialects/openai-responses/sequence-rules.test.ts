import { expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/index.ts'
import { sequenceRules } from '../../../src/dialects/openai-responses/sequence-rules.ts'
import { entriesOf } from '../entries-of.ts'

const user = { role: 'user', content: 'Where?' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'here' })
const text = { role: 'assistant', content: 'Here.' }

const brokenRules = (...items: readonly object[]): string[] =>
  checkSequence(entriesOf(openaiResponses(), items), sequenceRules).map(({ rule }) => rule)

test('accepts outputs anywhere behind their calls', () => {
  expect(brokenRules(user, reasoning, call('a'), call('b'), output('b'), output('a'), text)).toEqual([])
  expect(brokenRules(user, call('a'), user, output('a'))).toEqual([])
})

test('accepts any opening, empty messages and arguments that are not JSON', () => {
  expect(brokenRules(text, { role: 'assistant', content: '' })).toEqual([])
  expect(brokenRules({ type: 'function_call', call_id: 'a', arguments: '{"a":' }, output('a'))).toEqual([])
})

test('accepts hosted calls and approvals without an output', () => {
  expect(
    brokenRules(
      user,
      { type: 'mcp_list_tools', tools: [] },
      { type: 'web_search_call', id: 'ws_1' },
      { type: 'mcp_approval_request', id: 'mcpr_1', name: 'look', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
      { type: 'mcp_call', id: 'mcp_1', name: 'look', approval_request_id: 'mcpr_1', output: 'x' },
    ),
  ).toEqual([])
})

test('accepts reasoning that leads to a reference or to a hosted call', () => {
  for (const next of [
    { type: 'item_reference', id: 'fc_1' },
    { type: 'web_search_call', id: 'ws_1' },
  ]) {
    expect(brokenRules(user, reasoning, next)).toEqual([])
  }
})

test.each([
  ['an open call', [user, call('a'), user], ['openai.responses.callsAnswered']],
  ['an output without a call', [user, output('a')], ['openai.responses.resultsHaveCall']],
  [
    'two outputs for a call',
    [user, call('a'), output('a'), output('a')],
    ['openai.responses.oneResultPerCall'],
  ],
  [
    'an id that recurs in a later turn',
    [user, call('a'), output('a'), call('a'), output('a')],
    ['openai.responses.callIdsUniqueInList'],
  ],
  ['reasoning that leads to nothing', [user, reasoning, user], ['openai.responses.noReasoningAlone']],
])('refuses %s', (_, items, rules) => {
  expect(brokenRules(...items)).toEqual(rules)
})
