import { describe, expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import { groupUnits } from '../../../src/context/group-units.ts'
import { pairToolLinks } from '../../../src/context/pair-tool-links.ts'
import { type OpenAIAgentsApi, openaiAgents } from '../../../src/dialects/openai-agents/index.ts'
import { entriesOf } from '../entries-of.ts'

const user = { role: 'user', content: 'Where?' }
const reasoning = { type: 'reasoning', id: 'rs_1', content: [], providerData: { encryptedContent: 'sealed' } }
const call = (callId: string): object => ({ type: 'function_call', callId, name: 'look', arguments: '{}' })
const result = (callId: string): object => ({
  type: 'function_call_result',
  callId,
  name: 'look',
  output: 'here',
})
const text = {
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Here.' }],
}

const brokenRules = (api: OpenAIAgentsApi, ...items: readonly object[]): string[] => {
  const dialect = openaiAgents({ api })
  return checkSequence(entriesOf(dialect, items), dialect.rules).map(({ rule }) => rule)
}

const unitsOf = (...items: readonly object[]): (readonly number[])[] => {
  const entries = entriesOf(openaiAgents(), items)
  return groupUnits(entries, pairToolLinks(entries)).units.map((unit) => unit.entries)
}

describe.each(['responses', 'chat'] as const)('the rules of %s', (api) => {
  test('accept a round with reasoning and results in another order', () => {
    expect(
      brokenRules(api, user, reasoning, call('a'), call('b'), result('b'), result('a'), text, user),
    ).toEqual([])
  })

  test.each([
    ['an open call', [user, call('a'), user], 'callsAnswered'],
    ['a result without a call', [user, result('a')], 'resultsHaveCall'],
    ['two results for a call', [user, call('a'), result('a'), result('a')], 'oneResultPerCall'],
    ['reasoning that leads to nothing', [user, reasoning, user], 'noReasoningAlone'],
  ])('refuse %s', (_, items, demand) => {
    expect(brokenRules(api, ...items)).toEqual([`openai.agents.${api}.${demand}`])
  })
})

test('an id that recurs is refused by Responses, a late result by Chat Completions', () => {
  const recurring = [user, call('a'), result('a'), call('a'), result('a')]
  expect(brokenRules('responses', ...recurring)).toEqual(['openai.agents.responses.callIdsUniqueInList'])
  expect(brokenRules('chat', ...recurring)).toEqual([])
  const late = [user, call('a'), user, result('a')]
  expect(brokenRules('responses', ...late)).toEqual([])
  expect(brokenRules('chat', ...late)).toEqual(['openai.agents.chat.resultsFollowCalls'])
})

test('what the server runs and approvals need no result', () => {
  const hosted = (name: string, providerData: object): object => ({
    type: 'hosted_tool_call',
    id: `${name}_1`,
    name,
    providerData: { type: name, ...providerData },
  })
  expect(
    brokenRules(
      'responses',
      user,
      hosted('mcp_list_tools', { tools: [] }),
      hosted('web_search_call', {}),
      { type: 'program', callId: 'p', code: 'look()' },
      { type: 'shell_call', callId: 's', providerData: { environment: { type: 'container_reference' } } },
      { type: 'tool_search_call', arguments: {}, providerData: { execution: 'server' } },
      hosted('mcp_approval_request', { id: 'mcpr_1' }),
      hosted('mcp_approval_response', { approval_request_id: 'mcpr_1', approve: true }),
      hosted('mcp_call', { name: 'look' }),
    ),
  ).toEqual([])
})

test('the items of a response stay together, its reasoning and its results with them', () => {
  expect(unitsOf(user, reasoning, text, call('a'), call('b'), result('a'), result('b'), user)).toEqual([
    [0],
    [1, 2, 3, 4, 5, 6],
    [7],
  ])
  expect(unitsOf(user, reasoning, text, user)).toEqual([[0], [1, 2], [3]])
})

test.each([
  ['computer_call', 'computer_call_result'],
  ['shell_call', 'shell_call_output'],
  ['apply_patch_call', 'apply_patch_call_output'],
  ['tool_search_call', 'tool_search_output'],
])('%s is one exchange with its %s', (calls, answers) => {
  const pair = [user, { type: calls, callId: 'a' }, { type: answers, callId: 'a', output: '' }, user]
  expect(unitsOf(...pair)).toEqual([[0], [1, 2], [3]])
  expect(brokenRules('responses', ...pair)).toEqual([])
  expect(brokenRules('responses', ...pair.slice(0, 2))).toEqual(['openai.agents.responses.callsAnswered'])
})

test('a call that the SDK does not know is one exchange with its result', () => {
  const custom = (type: string): object => ({ type: 'unknown', providerData: { type, call_id: 'a' } })
  expect(unitsOf(user, custom('custom_tool_call'), custom('custom_tool_call_output'), user)).toEqual([
    [0],
    [1, 2],
    [3],
  ])
})

test('what stood before a compaction is a unit of its own', () => {
  expect(unitsOf(text, { type: 'compaction', encrypted_content: 'x' }, text)).toEqual([[0], [1], [2]])
})
