import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { CallMemo } from '../../src/assembly/call-memo.ts'
import { EntryMaker } from '../../src/assembly/entry-maker.ts'
import { utf8Bytes } from '../../src/context/measure.ts'
import { anthropic } from '../../src/dialects/anthropic/index.ts'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import { assistant, user } from '../support/messages.ts'

const dialect = openaiChat()
const estimator = { unit: 'characters', estimate: () => 1 }
const profile = checkProfile({ hardLimitBytes: 1_000, upstreamReducer: () => ({}) })
const makerWith = (memo: CallMemo) => new EntryMaker(dialect, profile, null, memo)

test('the entry of a message that is as it was serves again', () => {
  const memo = new CallMemo()
  const messages = [user(), assistant()]
  const before = makerWith(memo).originals(messages)
  Object.assign(messages[1] ?? {}, { content: 'edited' })
  const after = makerWith(memo).originals([...messages, user()])

  expect(after[0]).toBe(before[0])
  expect(after[1]?.reading.plainText).toBe('edited')
  expect(after[1]?.size).toBe(6)
})

test('an entry holds the message that stands in the list now', () => {
  const memo = new CallMemo()
  const [first] = makerWith(memo).originals([user()])
  const same = user()
  const [second] = makerWith(memo).originals([same])

  expect(second?.message).toBe(same)
  expect(second?.reading).toBe(first?.reading)
})

test('what one dialect read, or one estimator measured, is no other’s', () => {
  const memo = new CallMemo()
  const list = memo.listFor(dialect, utf8Bytes)

  expect(memo.listFor(openaiChat({ provider: 'mistral' }), utf8Bytes)).toBe(list)
  expect(memo.listFor(dialect, estimator)).not.toBe(list)
  expect(memo.listFor(anthropic(), utf8Bytes)).not.toBe(list)
})

test('a memo whose run is closed takes up nothing', () => {
  const controller = new AbortController()
  const memo = new CallMemo(controller.signal)
  const [before] = makerWith(memo).originals([user()])
  controller.abort()

  expect(makerWith(memo).originals([user()])[0]?.reading).not.toBe(before?.reading)
  expect(memo.listFor(dialect, utf8Bytes)).not.toBe(memo.listFor(dialect, utf8Bytes))
})

test('a memo shows nothing of what it holds', () => {
  const memo = new CallMemo()
  const maker = makerWith(memo)
  maker.originals([user('planted')])
  const shown =
    inspect(memo, { depth: 9, showHidden: true }) +
    JSON.stringify(memo) +
    inspect(memo.listFor(dialect, utf8Bytes))

  expect(shown).not.toContain('planted')
})
