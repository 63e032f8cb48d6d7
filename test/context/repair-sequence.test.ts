import { describe, expect, test } from 'vitest'
import { repairSequence } from '../../src/context/repair-sequence.ts'
import { type AiSdkMessage, aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import { type AnthropicMessage, anthropic } from '../../src/dialects/anthropic/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  assistant,
  calls,
  exchange,
  providerCall,
  result,
  system,
  user,
} from '../support/messages.ts'
import { rulesThat, type SnapshotOptions, snapshotIn, snapshotOf } from '../support/snapshot-of.ts'

const never = (): never => {
  throw new Error('a list without defects needs no form')
}
const noForms = {
  answerCalls: never,
  keepResults: never,
  renameLinks: never,
  joinResults: never,
  missingTurn: never,
}
const noResult = '[no result: the tool call did not complete]'

function repair(messages: readonly OpenAIChatMessage[], options: SnapshotOptions = {}) {
  const taken = snapshotOf(messages, { ...options, onBrokenSequence: 'repair' })
  return {
    ...taken,
    /** Host indexes; the content of what stands in for a result. */
    outline: taken.entries.map(({ hostIndex, message }) => (hostIndex === -1 ? message : hostIndex)),
    defects: taken.snapshot.defects,
  }
}

test('a list that the provider takes is not touched', () => {
  const { entries, repairedCount } = repair([
    system(),
    user(),
    ...exchange('0'),
    ...exchange('0'),
    assistant(),
  ])
  expect(entries.map(({ form }) => form)).toEqual(new Array(7).fill('original'))
  expect(repairedCount).toBe(0)
})

test('an open call is closed with a text that says so', () => {
  const { outline, repairedCount, defects, at } = repair([user(), calls('a'), user()])
  expect(outline).toEqual([0, 1, { role: 'tool', tool_call_id: 'a', content: noResult }, 2])
  expect(at(2)).toMatchObject({ form: 'repaired', kind: 'toolExchange', position: 2 })
  expect([repairedCount, defects]).toEqual([1, []])
})

test('it is closed behind the results that its response has', () => {
  const { outline, defects } = repair([calls('a', 'b', 'c'), result('b'), user()])
  expect(outline).toEqual([
    0,
    1,
    { role: 'tool', tool_call_id: 'a', content: noResult },
    { role: 'tool', tool_call_id: 'c', content: noResult },
    2,
  ])
  expect(defects).toEqual([])
})

test('a call at the end of the list is closed', () => {
  expect(repair([user(), calls('a')]).outline).toHaveLength(3)
})

test('an older open call of an id that recurs is closed in its place', () => {
  const { outline, defects } = repair([calls('0'), user(), ...exchange('0')])
  expect(outline).toEqual([0, { role: 'tool', tool_call_id: '0', content: noResult }, 1, 2, 3])
  expect(defects).toEqual([])
})

test('a result without a call is dropped', () => {
  const { outline, repairedCount, defects } = repair([user(), result('a'), assistant()])
  expect(outline).toEqual([0, 2])
  expect([repairedCount, defects]).toEqual([1, []])
})

test('a repeated result is dropped, and the first one stays', () => {
  const { outline, repairedCount, defects } = repair([...exchange('a'), result('a', 'again'), user()])
  expect(outline).toEqual([0, 1, 3])
  expect([repairedCount, defects]).toEqual([1, []])
})

test('a late result is moved to its call, as the message that it is', () => {
  const messages = [calls('a', 'b'), result('b'), user(), result('a'), assistant()]
  const { outline, repairedCount, defects, at } = repair(messages)
  expect(outline).toEqual([0, 1, 3, 2, 4])
  expect(at(2).message).toBe(messages[3])
  expect([repairedCount, defects]).toEqual([1, []])
})

test('results behind the next response go back to their own', () => {
  const { outline, defects } = repair([calls('a'), calls('b'), result('a'), result('b')])
  expect(outline).toEqual([0, 2, 1, 3])
  expect(defects).toEqual([])
})

test('all at once', () => {
  const messages = [result('z'), user(), calls('a', 'b'), user(), result('a'), result('a'), assistant()]
  const { outline, repairedCount, defects } = repair(messages)
  expect(outline).toEqual([1, 2, 4, { role: 'tool', tool_call_id: 'b', content: noResult }, 3, 6])
  expect([repairedCount, defects]).toEqual([4, []])
})

describe('nothing is touched that no rule refuses:', () => {
  test.each<[string, readonly OpenAIChatMessage[]]>([
    ['a call that the provider runs', [user(), providerCall('a'), user()]],
    ['its late result', [providerCall('a'), user(), result('a')]],
    ['a call that waits for an approval', [user(), approvalRequest('p', 'a')]],
  ])('%s', (_, messages) => {
    expect(repair(messages)).toMatchObject({ repairedCount: 0, defects: [] })
  })

  test.each<[string, readonly OpenAIChatMessage[]]>([
    ['an open call', [user(), calls('a')]],
    ['a result without a call', [user(), result('a')]],
    ['a repeated result', [...exchange('a'), result('a')]],
    ['a late result', [calls('a'), user(), result('a')]],
  ])('%s at a provider that takes it', (_, messages) => {
    expect(repair(messages, { rules: rulesThat() }).repairedCount).toBe(0)
  })

  test('a call that waits, in a message with one that does not', () => {
    const both = { ...approvalRequest('p', 'a'), tool_calls: calls('a', 'b').tool_calls }
    const { entries, repairedCount } = repair([user(), both, assistant()])
    expect(entries.map(({ message }) => message)).toEqual([
      user(),
      both,
      { role: 'tool', tool_call_id: 'b', content: noResult },
      assistant(),
    ])
    expect(repairedCount).toBe(1)
  })

  test('what repair cannot mend', () => {
    const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{' } }
    const messages = [{ role: 'assistant', tool_calls: [call] }, result('a')]
    const { defects, repairedCount } = repair(messages, { rules: rulesThat('argumentsAreJson') })
    expect([defects.length, repairedCount]).toEqual([1, 0])
  })

  test('the list itself, when there is no defect', () => {
    const { entries, rules } = snapshotOf(exchange('a'))
    expect(repairSequence(entries, rules, noForms).entries).toBe(entries)
  })
})

describe('in a message of several results', () => {
  const call = (...ids: readonly string[]): AiSdkMessage => ({
    role: 'assistant',
    content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} })),
  })
  const results = (...ids: readonly string[]): AiSdkMessage => ({
    role: 'tool',
    content: ids.map((toolCallId) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'look',
      output: { type: 'text', value: `seen by ${toolCallId}` },
    })),
  })
  const question: AiSdkMessage = {
    role: 'user',
    content: [{ type: 'text', text: 'And?' } as { type: string }],
  }
  const repairPrompt = (...messages: readonly AiSdkMessage[]) =>
    snapshotIn(aiSdk({ provider: 'openai.chat' }), messages, { onBrokenSequence: 'repair' })

  test('only the late one is moved', () => {
    const { entries, repairedCount, snapshot } = repairPrompt(
      call('a'),
      question,
      call('b'),
      results('a', 'b'),
    )
    expect(entries.map(({ message }) => message)).toEqual([
      call('a'),
      results('a'),
      question,
      call('b'),
      results('b'),
    ])
    expect([repairedCount, snapshot.defects]).toEqual([1, []])
  })

  test('late ones of one call message are moved together', () => {
    const { entries, repairedCount } = repairPrompt(call('a', 'b'), question, results('a', 'b'))
    expect(entries.map(({ message }) => message)).toEqual([call('a', 'b'), results('a', 'b'), question])
    expect(repairedCount).toBe(2)
  })

  test('only the one without a call, and the repeated one, are dropped', () => {
    const { entries, repairedCount } = repairPrompt(call('a'), results('z', 'a', 'a'))
    expect(entries.map(({ message }) => message)).toEqual([call('a'), results('a')])
    expect(entries[1]?.form).toBe('repaired')
    expect(repairedCount).toBe(2)
  })

  test('what stands beside the results stays where it is, and in no other message', () => {
    const approval = { type: 'tool-approval-response', approvalId: 'p', approved: true }
    const late = results('a', 'b')
    const mixed = { ...late, content: [approval, ...(late.content as AiSdkMessage['content'] & object[])] } // a list, as written above
    const { entries } = repairPrompt(call('a'), question, call('b'), mixed)
    expect(entries.map(({ message }) => message)).toEqual([
      call('a'),
      results('a'),
      question,
      call('b'),
      { role: 'tool', content: [approval, ...results('b').content] },
    ])
  })

  test('what stands beside them stays alone when all results go', () => {
    const approval = { type: 'tool-approval-response', approvalId: 'p', approved: true }
    const mixed = { role: 'tool', content: [...results('a').content, approval] } as AiSdkMessage // parts have more fields
    const { entries } = repairPrompt(call('a'), question, mixed)
    expect(entries.map(({ message }) => message)).toEqual([
      call('a'),
      results('a'),
      question,
      { role: 'tool', content: [approval] },
    ])
  })

  test('those of one response become one message where the provider wants it so', () => {
    const prompt = [call('a', 'b'), results('a'), call('c'), question, results('c')]
    const { entries, snapshot } = snapshotIn(
      aiSdk({ provider: 'google.generative-ai' }),
      [question, ...prompt],
      {
        onBrokenSequence: 'repair',
      },
    )
    expect(entries.map(({ message }) => message.content.length)).toEqual([1, 2, 2, 1, 1, 1])
    expect(entries[2]).toMatchObject({ form: 'repaired', hostIndex: 2 })
    expect(snapshot.defects).toEqual([])
  })

  test('the host keeps its messages as they are', () => {
    const messages = [call('a'), question, call('b'), results('a', 'b', 'z')]
    const before = structuredClone(messages)
    repairPrompt(...messages)
    expect(messages).toEqual(before)
  })
})

test('a result of ours stands before what the user says beside results', () => {
  const blocks = (role: string, ...content: readonly object[]): AnthropicMessage => ({ role, content })
  const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
  const seen = (id: string, content = 'seen') => ({ type: 'tool_result', tool_use_id: id, content })
  const messages = [
    blocks('user', { type: 'text', text: 'Look.' }),
    blocks('assistant', use('a'), use('b')),
    blocks('user', seen('a'), { type: 'text', text: 'And now?' }),
  ]
  const { entries, snapshot } = snapshotIn(anthropic(), messages, { onBrokenSequence: 'repair' })
  expect(entries.map(({ message }) => message)).toEqual([
    ...messages.slice(0, 2),
    blocks('user', seen('b', noResult)),
    messages[2],
  ])
  expect(snapshot.defects).toEqual([])
})

describe('a repair that breaks another rule', () => {
  const use = { type: 'tool_use', id: 'a', name: 'look', input: {} }
  const found = { type: 'web_search_tool_result', tool_use_id: 'b', content: [] }
  const mended = (...messages: readonly AnthropicMessage[]) =>
    snapshotIn(anthropic(), messages, { onBrokenSequence: 'repair' })

  test('is mended in its turn: an empty answer is no more the last one when its call is closed', () => {
    const { entries, snapshot } = mended(
      say('user', { type: 'text', text: 'Look.' }),
      say('assistant', use),
      say('assistant'),
    )
    expect(entries.map(({ hostIndex }) => hostIndex)).toEqual([0, 1, -1])
    expect(snapshot.defects).toEqual([])
  })

  test('is mended in its turn: an answer may hold nothing without its result', () => {
    const { entries, snapshot } = mended(
      say('user', { type: 'text', text: 'Look.' }),
      say('assistant', { type: 'redacted_thinking', data: '' }, found),
      say('assistant', { type: 'text', text: 'Seen.' }),
    )
    expect(entries.map(({ hostIndex }) => hostIndex)).toEqual([0, 2])
    expect(snapshot.defects).toEqual([])
  })

  test('is not made where it can not be mended', () => {
    const messages: AiSdkMessage[] = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [toolCall('c'), toolCall('a')] },
      { role: 'user', content: [denied('a')] },
    ]
    const { entries, repairedCount } = snapshotIn(aiSdk(), messages, { onBrokenSequence: 'repair' })
    expect(entries.map(({ message }) => message)).toEqual(messages)
    expect(repairedCount).toBe(0)
  })
})

function toolCall(toolCallId: string) {
  return { type: 'tool-call', toolCallId, toolName: 'look', input: {} }
}

function denied(toolCallId: string) {
  return { type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'execution-denied' } }
}

function say(role: string, ...content: readonly unknown[]): AnthropicMessage {
  return { role, content }
}
