import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/context/entry.ts'
import { splitResults } from '../../src/context/split-results.ts'
import { type AiSdkMessage, aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import { snapshotIn } from '../support/snapshot-of.ts'

const results = (...ids: readonly string[]): AiSdkMessage => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'look',
    output: { type: 'text', value: 'seen' },
  })),
})

function split(ids: readonly string[], groups: readonly (readonly number[])[]) {
  const { maker, at } = snapshotIn(aiSdk(), [results(...ids)])
  let asked = 0
  const keepResults = (entry: Entry<AiSdkMessage>, keep: (ordinal: number) => boolean, others: boolean) => {
    asked += entry.reading.links.length
    return maker.withResults(entry, keep, others)
  }
  const parts = splitResults(at(0), groups, keepResults)
  return { parts, asked, whole: at(0), messages: parts.map((part) => part?.message) }
}

describe('an entry of several results', () => {
  test('is taken apart into its groups, in their order', () => {
    const { messages } = split(['a', 'b', 'c', 'd', 'e'], [[4], [0, 2], [1]])
    expect(messages).toEqual([results('e'), results('a', 'c'), results('b')])
  })

  test('stays as it is when one group holds all of it', () => {
    const { parts, whole } = split(['a', 'b'], [[1, 0]])
    expect(parts).toEqual([whole])
    expect(parts[0]).toBe(whole)
  })

  test('gives nothing for nothing', () => {
    expect(split(['a'], []).parts).toEqual([])
    expect(split(['a'], [[7]]).parts).toEqual([undefined])
  })

  test('is read some times for a thousand groups, not a thousand times', () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `call-${index}`)
    const { messages, asked } = split(
      ids,
      ids.map((_, index) => [999 - index]),
    )
    expect(messages).toEqual(ids.map((id) => results(id)).reverse())
    expect(asked).toBeLessThan(25 * 1_000)
  })
})
