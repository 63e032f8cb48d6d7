import { describe, expect, test } from 'vitest'
import { contributionsByCategory, sumSizes, utf8Bytes } from '../../src/context/measure.ts'
import type { Piece } from '../../src/context/reading.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { bytes, calls, exchange, result, system, toolLoop, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const sizeOf = (message: OpenAIChatMessage) => snapshotOf([message]).at(0).size
const sizeOfText = (text: string) => utf8Bytes.estimate({ role: 'user', pieces: [{ type: 'text', text }] })

describe('utf8Bytes', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['é', 2],
    ['€', 3],
    ['😀', 4],
    ['e\u0301', 3],
    ['\ud83d', 3],
    ['\ude00\ud83d', 6],
    ['a\ud83db', 5],
    ['\u0000\n', 2],
  ])('measures %j', (text, size) => {
    expect(sizeOfText(text)).toBe(size)
    expect(sizeOfText(text)).toBe(new TextEncoder().encode(text).length)
  })

  test('counts every piece of text, whatever its type', () => {
    const types = [
      'text',
      'reasoning',
      'callId',
      'callName',
      'callArguments',
      'resultId',
      'resultContent',
      'opaque',
    ] as const
    const pieces: Piece[] = types.map((type) => ({ type, text: 'ä' }))
    expect(utf8Bytes.estimate({ role: 'assistant', pieces })).toBe(2 * types.length)
  })

  test('counts a file at its base64 length', () => {
    const data = Buffer.from(bytes(30)).toString('base64')
    expect(
      utf8Bytes.estimate({
        role: 'user',
        pieces: [{ type: 'file', mediaType: undefined, base64Length: 40 }],
      }),
    ).toBe(40)
    expect(
      sizeOf({
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
      }),
    ).toBe(40)
  })

  test('counts no role and no framing', () => {
    expect(sizeOf(system('123'))).toBe(3)
    expect(sizeOf(user('123'))).toBe(3)
    expect(sizeOf(result('id', '123'))).toBe(5)
    expect(sizeOf(calls('id'))).toBe('idlook{}'.length)
    expect(sizeOf({ role: 'user', content: '' })).toBe(0)
  })

  test('measures content that nobody knows at its encoded length', () => {
    expect(sizeOf({ role: 'user', content: [{ type: 'hologram', depth: 3 }] })).toBe(
      '{"type":"hologram","depth":3}'.length,
    )
  })

  test('names its unit and cannot be changed', () => {
    expect(utf8Bytes.unit).toBe('utf8Bytes')
    expect(Object.isFrozen(utf8Bytes)).toBe(true)
  })
})

test('a list measures what its entries do', () => {
  expect(sumSizes([])).toBe(0)
  expect(sumSizes(snapshotOf([system('12'), user('345')]).entries)).toBe(5)
})

describe('contributions', () => {
  test('add up to the size of the list with its overhead', () => {
    const { entries } = snapshotOf(toolLoop(3))
    const contributions = contributionsByCategory(entries, 70)
    expect(contributions.map(({ category, entryCount }) => [category, entryCount])).toEqual([
      ['systemInstruction', 1],
      ['conversationalMessage', 1],
      ['toolExchange', 6],
      ['requestOverhead', 0],
    ])
    expect(sumSizes(contributions)).toBe(sumSizes(entries) + 70)
  })

  test('name no overhead where there is none', () => {
    expect(contributionsByCategory(snapshotOf([user('12')]).entries, 0)).toEqual([
      { category: 'conversationalMessage', size: 2, entryCount: 1 },
    ])
  })

  test('count a body apart from the entry that it rides in', () => {
    const digest = digestOf('1')
    const messages = exchange('a', referenceTo(digest))
    const { entries } = snapshotOf(messages, { bodies: { 1: { digest, text: bytes(500) } } })
    const contributions = contributionsByCategory(entries, 0)
    expect(contributions).toEqual([
      { category: 'toolExchange', size: sumSizes(entries) - (500 - 82), entryCount: 2 },
      { category: 'recoverableSegment', size: 500 - 82, entryCount: 1 },
    ])
  })

  test('count an entry that is nothing but a body once', () => {
    const body = { kind: 'recoverableSegment', size: 9, body: { size: 9 } } as const
    expect(contributionsByCategory([body], 0)).toEqual([
      { category: 'recoverableSegment', size: 9, entryCount: 1 },
    ])
  })

  test('cannot be changed', () => {
    expect(contributionsByCategory(snapshotOf([user()]).entries, 1).every(Object.isFrozen)).toBe(true)
  })
})
