import { describe, expect, test } from 'vitest'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import { type AiSdkMessage, aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import { openaiAgents } from '../../src/dialects/openai-agents/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/index.ts'
import { calls, exchange, providerCall, result, user } from '../support/messages.ts'
import { rulesThat, snapshotIn, snapshotOf } from '../support/snapshot-of.ts'

function repair(messages: readonly OpenAIChatMessage[], demand: SequenceDemand = 'callIdsUniqueInList') {
  const taken = snapshotOf(messages, { onBrokenSequence: 'repair', rules: rulesThat(demand) })
  return { ...taken, messages: taken.entries.map(({ message }) => message) }
}

/** Ids of calls and results, in the order of the list. */
function idsOf(messages: readonly OpenAIChatMessage[]): string[] {
  return messages.flatMap(({ tool_calls: list, tool_call_id: id }) =>
    Array.isArray(list) ? list.map((call) => String(call.id)) : id === undefined ? [] : [String(id)],
  )
}

describe('a call id that recurs', () => {
  const messages = [user(), ...exchange('0'), user(), ...exchange('0'), ...exchange('0')]

  test('gets a fresh one with its result, from the second occurrence on', () => {
    const { messages: repaired, repairedCount, snapshot, entries } = repair(messages)
    expect(idsOf(repaired)).toEqual(['0', '0', '0_2', '0_2', '0_3', '0_3'])
    expect([repairedCount, snapshot.defects]).toEqual([4, []])
    expect(entries.map(({ form }) => form === 'original')).toEqual([true, true, true, true, ...four(false)])
    expect(repaired[2]).toBe(messages[2])
    expect(idsOf(messages)).toEqual(['0', '0', '0', '0', '0', '0'])
  })

  test('stays where the provider takes it from turn to turn', () => {
    expect(repair(messages, 'callIdsUnique').repairedCount).toBe(0)
  })

  test('in one response is told apart, and the results in their order with it', () => {
    const twice = [calls('a', 'a'), result('a', 'one'), result('a', 'two')]
    const { messages: repaired } = repair(twice, 'callIdsUnique')
    expect(idsOf(repaired)).toEqual(['a', 'a_2', 'a', 'a_2'])
    expect(repaired.slice(1).map(({ content }) => content)).toEqual(['one', 'two'])
  })

  test('passes over ids that are there already', () => {
    expect(idsOf(repair([...exchange('a'), ...exchange('a_2'), ...exchange('a')]).messages)).toEqual([
      ...['a', 'a', 'a_2', 'a_2', 'a_3', 'a_3'],
    ])
    expect(idsOf(repair([...exchange('a'), ...exchange('a'), ...exchange('a_2')]).messages)).toEqual([
      ...['a', 'a', 'a_2', 'a_2', 'a_2_2', 'a_2_2'],
    ])
  })

  test('keeps its length where it is long, and its letters', () => {
    const long = repair([...exchange('abcdefghi'), ...exchange('abcdefghi'), ...exchange('abcdefgx2')])
    expect(idsOf(long.messages)).toEqual([
      ...['abcdefghi', 'abcdefghi', 'abcdefgx2', 'abcdefgx2', 'abcdefgx3', 'abcdefgx3'],
    ])
  })

  test('keeps what a gateway writes behind it', () => {
    const ids = idsOf(repair([...exchange('call|fc_1'), ...exchange('call|fc_2')]).messages)
    expect(ids).toEqual(['call|fc_1', 'call|fc_1', 'call_2|fc_2', 'call_2|fc_2'])
  })

  test('of a tool that the provider runs is told apart, too', () => {
    expect(idsOf(repair([providerCall('run'), user(), providerCall('run')]).messages)).toEqual([
      'run',
      'run_2',
    ])
  })

  test('of ten thousand calls is told apart in time', () => {
    const many = Array.from({ length: 10_000 }, () => exchange('call_0123456789')).flat()
    const ids = idsOf(repair(many).messages)
    expect(new Set(ids).size).toBe(10_000)
  })
})

test('results inside of a message and requests for approval follow their call', () => {
  const message = (approvalId: string): AiSdkMessage => {
    const toolCallId = 'a'
    const call = { type: 'tool-call', toolCallId, toolName: 'look', input: {}, providerExecuted: true }
    const request = { type: 'tool-approval-request', approvalId, toolCallId }
    const result = { ...call, type: 'tool-result', output: { type: 'text', value: 'seen' } }
    return { role: 'assistant', content: [call, request, result] }
  }
  const { entries } = snapshotIn(aiSdk(), [message('p'), message('q')], {
    onBrokenSequence: 'repair',
    rules: rulesThat('callIdsUniqueInList'),
  })
  const ids = JSON.stringify(entries[1]?.message).match(/"toolCallId":"[^"]*"/g)
  expect(ids).toEqual(new Array(3).fill('"toolCallId":"a_2"'))
  expect(entries[0]?.form).toBe('original')
})

test('items that call and that answer are renamed alike', () => {
  const items = [
    { type: 'custom_tool_call', call_id: 'a', name: 'look', input: 'x' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'seen' },
  ]
  const { entries } = snapshotIn(openaiResponses(), [...items, ...structuredClone(items)], {
    onBrokenSequence: 'repair',
  })
  expect(entries.map(({ message }) => message.call_id)).toEqual(['a', 'a', 'a_2', 'a_2'])
})

test('a call without room for another id keeps its result, and one without room in its result stays', () => {
  const inData = { type: 'unknown', providerData: { type: 'custom_tool_call', call_id: 'a' } }
  const call = { type: 'function_call', callId: 'a', name: 'look', arguments: '{}' }
  const answer = { type: 'function_call_result', callId: 'a', name: 'look', output: 'seen' }
  const answerInData = { type: 'unknown', providerData: { type: 'custom_tool_call_output', call_id: 'a' } }
  const items = [call, answer, inData, answer, call, answerInData]
  const { entries, snapshot } = snapshotIn(openaiAgents(), items, { onBrokenSequence: 'repair' })
  expect(entries.map(({ message }) => message)).toEqual(items)
  expect(new Set(snapshot.defects.map(({ demand }) => demand))).toEqual(new Set(['callIdsUniqueInList']))
})

test('a call of the deprecated kind has no id: it stays, and is said to be refused', () => {
  const call = { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{}' } }
  const answer = { role: 'function', name: 'look', content: 'seen' }
  const { snapshot, repairedCount } = repair([user(), call, answer, call, answer])
  expect(repairedCount).toBe(0)
  expect(snapshot.defects).toHaveLength(1)
})

function four<T>(value: T): T[] {
  return new Array<T>(4).fill(value)
}
