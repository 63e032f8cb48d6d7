import { describe, expect, test } from 'vitest'
import { checkAdditions, isPlainUserText, userMayFollow } from '../../src/context/check-additions.ts'
import type { Entry } from '../../src/context/entry.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, calls, exchange, result, user } from '../support/messages.ts'
import { rulesThat, snapshotOf } from '../support/snapshot-of.ts'

const taken = snapshotOf([user('0'), assistant('1'), user('2'), assistant('3'), user('4')])
const summary = taken.maker.summary('before')

/** What is found in a list of positions; `s` stands for a summary. */
function check(...list: readonly (number | 's')[]): string[] {
  const found: string[] = []
  const entries: Entry<OpenAIChatMessage>[] = list.map((item) => (item === 's' ? summary : taken.at(item)))
  checkAdditions(taken.snapshot, entries, taken.rules, (reason) => found.push(reason))
  return found
}

describe('a summary stands in a gap', () => {
  test('at the start, in the midst, and at the end', () => {
    expect(check('s', 1, 2, 3, 4)).toEqual([])
    expect(check(0, 's', 2, 3, 4)).toEqual([])
    expect(check(0, 1, 2, 3, 's')).toEqual([])
  })

  test('together with others', () => {
    expect(check(0, 's', 's', 4)).toEqual([])
  })

  test('in place of everything', () => {
    expect(check('s')).toEqual([])
  })

  test('and nowhere else', () => {
    expect(check('s', 0, 1, 2, 3, 4)).toEqual(['misplacedSummary'])
    expect(check(0, 1, 's', 2, 4)).toEqual(['misplacedSummary'])
    expect(check(0, 2, 's', 3, 4)).toEqual(['misplacedSummary'])
    expect(check(0, 2, 3, 4, 's')).toEqual(['misplacedSummary'])
  })

  test('each for itself', () => {
    expect(check('s', 0, 's', 2, 's', 3, 4, 's')).toEqual([
      'misplacedSummary',
      'misplacedSummary',
      'misplacedSummary',
    ])
  })

  test('that is between its neighbours, also in a list out of order', () => {
    expect(check(0, 's', 4, 1, 2, 3)).toEqual(['misplacedSummary'])
    expect(check(3, 's', 1)).toEqual(['misplacedSummary'])
    expect(check(0, 's', 4, 1, 2)).toEqual([])
  })
})

test('the ledger and the notice may stand anywhere', () => {
  const found: string[] = []
  const list = [taken.maker.ledger([]), ...taken.entries, taken.maker.notice()]
  checkAdditions(taken.snapshot, list, taken.rules, (reason) => found.push(reason))
  expect(found).toEqual([])
})

test.each<[string, OpenAIChatMessage, boolean]>([
  ['text of the user', user(), true],
  ['text with the name of its author', { ...user(), name: 'Ann' }, true],
  ['text in parts', { role: 'user', content: [{ type: 'text', text: 'so' }] }, true],
  ['blank text', user('\n '), false],
  ['no text', user(''), false],
  ['text of the assistant', assistant(), false],
  ['a result', result('a'), false],
  ['text and a call', { ...calls('a'), role: 'user', content: 'so' }, false],
  ['an image', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }, false],
])('%s is plain text of the user or not', (_, message, plain) => {
  expect(isPlainUserText(snapshotOf([message]).at(0))).toBe(plain)
})

test('the user may follow anything but a result that wants an answer first', () => {
  const { entries } = snapshotOf([user(), ...exchange('a'), assistant()])
  const strict = rulesThat('noUserAfterToolResult')
  expect(entries.map((before) => userMayFollow(before, strict))).toEqual([true, true, false, true])
  expect(userMayFollow(undefined, strict)).toBe(true)
  expect(entries.every((before) => userMayFollow(before, rulesThat('opensWithUser')))).toBe(true)
})
