import { expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import type { RepairForms } from '../../../src/context/repair.ts'
import { repairSequence } from '../../../src/context/repair-sequence.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/index.ts'
import { sequenceRules } from '../../../src/dialects/openai-responses/sequence-rules.ts'
import { entriesOf } from '../entries-of.ts'

const user = { role: 'user', content: 'Where?' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'here' })
const text = { role: 'assistant', content: 'Here.' }
const noForms = {} as RepairForms<never> // dropping makes none

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

test('accepts reasoning before a message with its id, and without an id of its own before any', () => {
  const named = { ...text, type: 'message', id: 'msg_1' }
  const { id: _, ...unnamed } = reasoning
  expect(brokenRules(user, reasoning, named, user)).toEqual([])
  expect(brokenRules(user, reasoning, { ...reasoning, id: 'rs_2' }, named, user)).toEqual([])
  expect(brokenRules(user, unnamed, text, user)).toEqual([])
})

test('accepts messages that lost their ids where nothing is stored', () => {
  const { rules } = openaiResponses({ store: false })
  const broken = (...items: readonly object[]) =>
    checkSequence(entriesOf(openaiResponses(), items), rules).map(({ rule }) => rule)
  expect(broken(user, reasoning, text, user)).toEqual([])
  expect(broken(user, reasoning, user)).toEqual(['openai.responses.noReasoningAlone'])
})

test('repair drops reasoning before a message that lost its id, and nothing else', () => {
  const items = [user, reasoning, call('a'), output('a'), { ...reasoning, id: 'rs_2' }, text, user]
  const { entries, repairedCount } = repairSequence(
    entriesOf(openaiResponses(), items),
    {
      provider: 'openai',
      rules: sequenceRules.rules.filter(({ demand }) => demand === 'namedAfterReasoning'),
    },
    noForms,
  )
  expect(entries.map(({ message }) => message)).toEqual(items.toSpliced(4, 1))
  expect(repairedCount).toBe(1)
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
  [
    'reasoning before a message that lost its id',
    [user, reasoning, text, user],
    ['openai.responses.namedAfterReasoning'],
  ],
  ['reasoning that leads to nothing', [user, reasoning, user], ['openai.responses.noReasoningAlone']],
])('refuses %s', (_, items, rules) => {
  expect(brokenRules(...items)).toEqual(rules)
})
