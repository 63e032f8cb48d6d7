import { describe, expect, test } from 'vitest'
import { digestBytes, digestText, isDigest } from '../../src/context/artifact-reference.ts'
import { formatEnvelope } from '../../src/context/envelope.ts'
import {
  collectReferences,
  formatReference,
  parseReference,
  readReference,
  readReferences,
  referenceBytes,
} from '../../src/context/references.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { calls, exchange, result, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const digest = '0123456789abcdef'.repeat(4)

test('a reference is read as it is written', () => {
  expect(formatReference(digest)).toBe(`artifact://sha256/${digest}`)
  expect(parseReference(formatReference(digest))).toBe(digest)
  expect(referenceBytes).toBe(Buffer.byteLength(formatReference(digest)))
})

test.each([
  ['a digest in capitals', `artifact://sha256/${digest.toUpperCase()}`],
  ['a digest of half the length', `artifact://sha256/${digest.slice(32)}`],
  ['a digit too many', `artifact://sha256/${digest}0`],
  ['another hash', `artifact://sha1/${digest}`],
  ['a letter that is no hex digit', `artifact://sha256/g${digest.slice(1)}`],
  ['another scheme', `https://example/${digest}`.padEnd(82, '0')],
  ['a scheme in capitals', `ARTIFACT://sha256/${digest}`],
  ['a bare digest', digest],
  ['a blank before it', ` ${formatReference(digest).slice(0, -1)}`],
  ['a line break behind it', `${formatReference(digest).slice(0, -1)}\n`],
  ['a text around it', `See ${formatReference(digest)}.`],
  ['nothing', ''],
])('%s is no reference', (_, text) => {
  expect(parseReference(text)).toBeUndefined()
})

test('a digest is SHA-256 over the UTF-8 bytes of a text', () => {
  expect(digestText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digestText('a€🦉')).toBe(digestBytes(Buffer.from('a€🦉')))
  expect(isDigest(digestText(''))).toBe(true)
})

test('half of a surrogate pair counts as U+FFFD, as in every encoder', () => {
  expect(digestText('a\ud83e')).toBe(digestText('a\ufffd'))
})

test.each([digest.toUpperCase(), digest.slice(1), `${digest}0`, `${digest}\n`, '', 7, undefined])(
  '%j is no digest',
  (value) => {
    expect(isDigest(value)).toBe(false)
  },
)

test('a text stands for an artifact as a reference and as an envelope', () => {
  expect(readReference(formatReference(digest))).toBe(digest)
  expect(readReference(formatEnvelope({ digest, bytes: 3, preview: 'abc' }))).toBe(digest)
  expect(readReference(`See ${formatReference(digest)}`)).toBeUndefined()
})

describe('a message refers to', () => {
  const read = (message: OpenAIChatMessage) => readReferences(snapshotOf([message]).at(0).reading)

  test('what its whole text names', () => {
    expect(read(user(referenceTo(digest)))).toEqual([digest])
  })

  test('what each of its results names, each artifact once', () => {
    const texts = [referenceTo(digestOf('1')), 'seen', referenceTo(digestOf('2')), referenceTo(digestOf('1'))]
    const content = texts.map((text, index) => ({ type: 'tool-result', toolCallId: `${index}`, text }))
    expect(read({ ...calls('a'), content })).toEqual([digestOf('1'), digestOf('2')])
  })

  test('what an envelope names that is its text or a result', () => {
    expect(read(user(formatEnvelope({ digest, bytes: 3 })))).toEqual([digest])
    expect(read(result('a', formatEnvelope({ digest, bytes: 3, range: [0, 2], preview: 'ab' })))).toEqual([
      digest,
    ])
  })

  test('nothing, when a reference only stands among other text', () => {
    expect(read(user(`See ${referenceTo(digest)}`))).toEqual([])
    expect(read(result('a', `{"at":"${referenceTo(digest)}"}`))).toEqual([])
    expect(read(calls('a'))).toEqual([])
  })
})

test('references of a list are collected once each, in order', () => {
  const { entries } = snapshotOf([
    user(referenceTo(digestOf('2'))),
    ...exchange('a', referenceTo(digestOf('1'))),
    ...exchange('b', referenceTo(digestOf('2'))),
  ])
  expect([...collectReferences(entries)]).toEqual([digestOf('2'), digestOf('1')])
})
