import { describe, expect, test } from 'vitest'
import { checkSequence } from '../../src/context/check-sequence.ts'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import { type AnthropicMessage, anthropic } from '../../src/dialects/anthropic/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  calls,
  exchange,
  providerCall,
  reasoning,
  result,
  system,
  user,
} from '../support/messages.ts'
import { rulesThat, snapshotIn, snapshotOf } from '../support/snapshot-of.ts'

type Example = readonly [name: string, messages: readonly OpenAIChatMessage[], defects: readonly number[]]

const inline = (...ids: readonly string[]) =>
  ids.map((toolCallId) => ({ type: 'tool-result', toolCallId, text: '' }))
const callWith = (argumentText: string): OpenAIChatMessage => ({
  role: 'assistant',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: argumentText } }],
})

// A field of single servers.
const startOf = (prefix: boolean): OpenAIChatMessage => Object.assign(assistant(), { prefix })

const examples: Record<SequenceDemand, readonly Example[]> = {
  callsAnswered: [
    ['takes a call with its result', exchange('a'), []],
    ['refuses a call without a result', [calls('a'), user()], [0]],
    ['refuses each of two open calls', [calls('a', 'b'), user()], [0, 0]],
    ['refuses one open call among parallel ones', [calls('a', 'b'), result('b')], [0]],
    ['takes an open call that the provider runs', [providerCall('a'), user()], []],
    ['takes a call that waits for an approval', [approvalRequest('p', 'a'), user()], []],
    ['refuses a call whose approval was given', [approvalRequest('p', 'a'), approvalResponse('p')], [0]],
    ['refuses an older open call of an id that waits', [calls('0'), user(), approvalRequest('p', '0')], [0]],
    ['refuses a call that waits for nothing beside one that does', [withSecondCall()], [0]],
  ],
  resultsHaveCall: [
    ['takes results behind their calls', [...exchange('a'), ...exchange('b')], []],
    ['refuses a result without a call', [user(), result('a')], [1]],
    ['refuses a result before its call', [result('a'), calls('a')], [0]],
  ],
  oneResultPerCall: [
    ['takes an id that recurs', [...exchange('0'), ...exchange('0')], []],
    ['refuses a second result', [...exchange('a'), result('a')], [2]],
    ['refuses a second result that comes later', [...exchange('a'), user(), result('a')], [3]],
  ],
  callIdsUnique: [
    ['takes an id that recurs from turn to turn', [...exchange('0'), ...exchange('0')], []],
    ['refuses an id twice in one message', [calls('a', 'a')], [0]],
    ['refuses an id twice in one response', [calls('a'), calls('a')], [1]],
  ],
  callIdsUniqueInList: [
    ['takes ids that differ', [...exchange('a'), ...exchange('b')], []],
    ['refuses an id that recurs in another turn', [...exchange('0'), user(), ...exchange('0')], [3]],
    ['refuses an id twice in one message', [calls('a', 'a')], [0]],
    ['sees every id of a message', [calls('a'), calls('a', 'b'), calls('b')], [1, 2]],
  ],
  callsFollowUserOrResults: [
    ['takes a call behind a user message', [user(), ...exchange('a')], []],
    ['takes a call behind results', [user(), ...exchange('a'), ...exchange('b')], []],
    ['refuses a call behind an answer', [user(), assistant(), ...exchange('a')], [2]],
    [
      'refuses a call that reasoning leads to behind an answer',
      [user(), assistant(), reasoning(), ...exchange('a')],
      [3],
    ],
    ['takes a call that reasoning leads to', [user(), reasoning(), ...exchange('a')], []],
    ['takes a call that the provider runs behind an answer', [user(), assistant(), providerCall('a')], []],
    ['takes a call at the start', exchange('a'), []],
  ],
  resultsFollowCalls: [
    ['takes results directly behind their calls', [calls('a', 'b'), result('b'), result('a')], []],
    ['refuses a result behind a user message', [calls('a'), user(), result('a')], [2]],
    ['refuses a result behind a system message', [calls('a'), system(), result('a')], [2]],
    ['refuses a result behind another response', [calls('a'), assistant(), result('a')], [2]],
    ['takes a result inside the message of its call', [{ ...calls('a'), content: inline('a') }], []],
    [
      'refuses a result that answers the response before the last',
      [calls('a'), calls('b'), result('a')],
      [2],
    ],
    ['refuses a result of a call that nobody known made', [strangeCall('a'), result('a')], [1]],
    ['takes a late result of a call that the provider runs', [providerCall('a'), user(), result('a')], []],
    ['leaves results without a call alone', [user(), result('a')], []],
  ],
  resultsInOneMessage: [
    ['takes a message of results', exchange('a'), []],
    ['refuses results in two messages', [calls('a', 'b'), result('a'), result('b')], [2]],
  ],
  opensWithUser: [
    ['takes a user message behind the instructions', [system(), system(), user(), assistant()], []],
    ['refuses an assistant message behind the instructions', [system(), assistant(), user()], [1]],
    ['refuses a list that opens with a call', exchange('a'), [0]],
    ['takes a list of nothing but instructions', [system()], []],
    ['takes an empty list', [], []],
  ],
  noUserAfterToolResult: [
    ['takes an answer between result and user', [...exchange('a'), assistant(), user()], []],
    ['refuses a user message behind a result', [...exchange('a'), user()], [2]],
    ['takes a list that ends with a result', [user(), ...exchange('a')], []],
  ],
  noAssistantLast: [
    ['takes what ends with the user, or with a result', [assistant(), user()], []],
    ['takes a result at the end', exchange('a'), []],
    ['refuses an answer at the end', [user(), assistant()], [1]],
    ['takes the start of an answer', [user(), startOf(true)], []],
    ['refuses what is no start', [user(), startOf(false)], [1]],
    ['takes nothing at all', [], []],
  ],
  // Chat messages have no ids: those of the Responses API are in its dialect's tests.
  namedAfterReasoning: [['takes what has no ids', [user(), reasoning(), assistant()], []]],
  noReasoningAlone: [
    ['takes reasoning that leads to an answer', [user(), reasoning(), assistant()], []],
    ['takes reasoning beside text', [user(), { ...assistant(), reasoning_content: 'Hm.' }], []],
    ['refuses reasoning before a user message', [reasoning(), user()], [0]],
    ['refuses reasoning at the end', [user(), reasoning()], [1]],
  ],
  noEmptyAssistant: [
    ['takes a call without text', exchange('a'), []],
    ['refuses an assistant message without anything', [user(), { role: 'assistant', content: '' }], [1]],
    ['takes an empty user message', [{ role: 'user', content: '' }], []],
  ],
  noEmptyAssistantBeforeLast: [
    ['refuses an empty assistant message before another', [{ role: 'assistant', content: '' }, user()], [0]],
    ['takes one at the end', [user(), { role: 'assistant', content: '' }], []],
    ['takes an empty user message', [{ role: 'user', content: '' }, assistant()], []],
  ],
  noAssistantWithoutContent: [
    ['takes an empty text', [{ role: 'assistant', content: '' }], []],
    ['takes a call without text', exchange('a'), []],
    ['refuses an answer that is null', [user(), { role: 'assistant', content: null }], [1]],
    ['takes a user message that is null', [{ role: 'user', content: null }], []],
  ],
  argumentsAreJson: [
    ['takes arguments that are JSON', [callWith('{"x":1}'), result('a')], []],
    ['refuses arguments that are not', [callWith('{"x":'), result('a')], [0]],
  ],
}

describe.each(Object.entries(examples))('%s', (demand, cases) => {
  test.each(cases)('%s', (_, messages, defects) => {
    const rules = rulesThat(demand as SequenceDemand) // a key of the record above
    const found = checkSequence(snapshotOf(messages, { rules }).entries, rules)
    expect(found).toEqual(defects.map((at) => ({ rule: `test.${demand}`, demand, at })))
  })
})

test('defects come in the order of the rules, and only for rules that are there', () => {
  const messages = [calls('a'), user(), result('b')]
  const check = (...demands: SequenceDemand[]) =>
    checkSequence(snapshotOf(messages).entries, rulesThat(...demands)).map(({ demand, at }) => [demand, at])
  expect(check('resultsHaveCall', 'callsAnswered')).toEqual([
    ['resultsHaveCall', 2],
    ['callsAnswered', 0],
  ])
  expect(check('opensWithUser')).toEqual([['opensWithUser', 0]])
  expect(check()).toEqual([])
})

test('a response that goes on over several messages is answered behind the last of them', () => {
  const messages: AnthropicMessage[] = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
    { role: 'assistant', content: 'Looking.' },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] },
  ]
  const { entries } = snapshotIn(anthropic(), messages)
  expect(checkSequence(entries, rulesThat('resultsFollowCalls'))).toEqual([])
})

function withSecondCall(): OpenAIChatMessage {
  return { ...approvalRequest('p', 'a'), tool_calls: calls('a', 'b').tool_calls }
}

function strangeCall(id: string): OpenAIChatMessage {
  return { ...calls(id), role: 'oracle' }
}
