import { describe, expect, test } from 'vitest'
import { type DispatchRules, findDispatchFaults } from './dispatch-checker.ts'
import { ownTexts } from './dispatch-match.ts'
import type { RawMessage } from './dispatch-reading.ts'
import { smallestSize } from './dispatch-refusal.ts'
import { rawSize } from './dispatch-size.ts'

const system: RawMessage = { role: 'system', content: 'Be brief.' }
const user = (content: string): RawMessage => ({ role: 'user', content })
const call = (...ids: string[]): RawMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
})
const result = (id: string, content = 'seen'): RawMessage => ({ role: 'tool', tool_call_id: id, content })
const elided = (message: RawMessage): RawMessage => ({ ...message, content: ownTexts.elided })

const host: readonly RawMessage[] = [
  system,
  user('one'),
  call('a', 'b'),
  result('a', 'x'.repeat(200)),
  result('b'),
  user('two'),
  call('c'),
  result('c'),
]
const rules: DispatchRules = { hardLimit: 1_000, retention: 1 }
const lenient: DispatchRules = { ...rules, mayElide: true, mayRepair: true }

function judge(places: readonly (number | RawMessage)[], by: DispatchRules = rules, list = host): string[] {
  const sent = places.map((place) => (typeof place === 'number' ? (list[place] ?? {}) : place))
  const finalSize = sent.reduce((sum, message) => sum + rawSize(message), 0)
  const whole = sent.length === list.length && sent.every((message, at) => message === list[at])
  const keptIndexes = [...new Set(sent.map((message) => list.indexOf(message)))].filter((at) => at >= 0)
  const reported = {
    outcome: whole ? 'withinLimit' : 'reduced',
    finalSize,
    repairedEntryCount: 0,
    keptIndexes: keptIndexes.sort((left, right) => left - right),
  }
  return findDispatchFaults(list, sent, reported, by)
}

describe('the second opinion on a dispatched list', () => {
  test.each<[string, readonly (number | RawMessage)[]]>([
    ['as it is', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['without an exchange', [0, 1, 5, 6, 7]],
    ['down to what is required', [0, 5, 6, 7]],
    ['with an omission notice', [0, user(ownTexts.omission), 5, 6, 7]],
  ])('takes the list %s', (_, places) => expect(judge(places)).toEqual([]))

  test.each<[string, readonly (number | RawMessage)[], string]>([
    ['lost instructions', [1, 5, 6, 7], 'required message 0 is missing'],
    ['a lost task', [0, 1, 6, 7], 'required message 5 is missing'],
    ['a lost newest exchange', [0, 1, 5], 'required message 6 is missing'],
    ['a call without a result', [0, 1, 2, 3, 5, 6, 7], 'added defect: openCall@2:b'],
    ['a result without its call', [0, 1, 4, 5, 6, 7], 'added defect: orphanResult@4:b'],
    ['a swapped order', [0, 5, 1, 6, 7], 'message 1 is sent out of order'],
    ['a repeat', [0, 5, 5, 6, 7], 'message 5 is sent twice'],
    ['a result moved behind a question', [0, 1, 2, 3, 5, 4, 6, 7], 'added defect: lateResult@4:b'],
    ['an equal copy', [0, { ...user('two') }, 6, 7], 'user message 1 of the sent list is neither'],
    [
      'an invented answer',
      [0, 5, 6, 7, { role: 'assistant', content: 'Yes.' }],
      'assistant message 4 of the',
    ],
    ['an elided result where none may be', [0, 5, 6, elided(result('c'))], 'tool message 3 of the sent list'],
  ])('finds %s', (_, places, fault) => {
    expect(judge(places).some((found) => found.startsWith(fault))).toBe(true)
  })

  test('finds a list that opens with the assistant', () => {
    const list = [system, user('one'), call('c'), result('c'), { role: 'assistant', content: [] }]
    expect(judge([0, 2, 3, 4], { ...rules, retention: 0 }, list)).toContain('added defect: opensWrongly')
  })

  test('finds a size above the limit, and one that is told wrongly', () => {
    const sent = [...host]
    const reported = {
      outcome: 'withinLimit',
      finalSize: 1,
      repairedEntryCount: 0,
      keptIndexes: sent.map((_, at) => at),
    }
    const size = host.reduce((sum, message) => sum + rawSize(message), 0)
    expect(findDispatchFaults(host, sent, reported, { ...rules, hardLimit: size - 1 })).toEqual([
      `${size} is sent, above the hard limit ${size - 1}`,
      `1 is reported, ${size} is sent`,
    ])
  })

  test('takes an elided result and a mended list where they are allowed', () => {
    const at = [0, 1, 2, elided(host[3] ?? {}), 4, 5, 6, 7]
    expect(judge(at, lenient)).toEqual(['keptIndexes differ from what is sent'])
    const broken = [system, user('one'), call('a'), user('two'), result('a')]
    expect(judge([0, 1, 2, 4, 3], lenient, broken)).toEqual([])
    expect(judge([0, 1, 2, 4, 3], rules, broken)).toContain('message 3 is sent out of order')
  })

  test('lets a defect stay that came in, and no other', () => {
    const broken = [system, user('one'), call('a', 'b'), result('a'), user('two')]
    expect(judge([0, 1, 2, 3, 4], rules, broken)).toEqual([])
    expect(judge([0, 1, 2, 4], rules, broken)).toContain('added defect: openCall@2:a')
  })
})

describe('the smallest size of a list', () => {
  test('is that of what is required', () => {
    const required = [0, 5, 6, 7].reduce((sum, at) => sum + rawSize(host[at] ?? {}), 0)
    expect(smallestSize(host, rules)).toBe(required)
    expect(smallestSize(host, { ...rules, overhead: 10 })).toBe(required + 10)
  })

  test('counts the user message that must open the list, and what a repair adds', () => {
    const list = [user('one'), call('c'), result('c', 'y'.repeat(300))]
    const size = list.reduce((sum, message) => sum + rawSize(message), 0)
    expect(smallestSize(list, rules)).toBe(size)
    expect(smallestSize(list, { ...lenient, pinsFirstUser: true })).toBe(size - 300 + ownTexts.elided.length)
    const open = [user('one'), call('c')]
    expect(smallestSize(open, lenient)).toBe(3 + 7 + 1 + ownTexts.noResult.length)
  })
})

test.each<[string, RawMessage, number]>([
  ['a text', user('äß'), 4],
  ['a call: id, name and arguments', call('id'), 2 + 4 + 2],
  ['a result: id and text', result('id', '12345'), 7],
  ['parts', { role: 'user', content: [{ type: 'text', text: 'ab', cache_control: {} }] }, 2],
  ['reasoning', { role: 'assistant', content: null, reasoning_content: 'why' }, 3],
  ['an image by its base64 form', imageMessage('data:image/png;base64,QUJD'), 4],
  ['an image by its address', imageMessage('https://a.example/b'), 19],
  ['a part that nobody knows', { role: 'user', content: [{ type: 'x', y: 1 }] }, 18],
])('the size of %s is counted in bytes', (_, message, size) => expect(rawSize(message)).toBe(size))

function imageMessage(url: string): RawMessage {
  return { role: 'user', content: [{ type: 'image_url', image_url: { url } }] }
}
