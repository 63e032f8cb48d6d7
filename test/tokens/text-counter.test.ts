import { expect, test } from 'vitest'
import { byteBound } from '../../src/tokens/byte-bound.ts'
import {
  type FallbackReason,
  freePieces,
  TextCounter,
  type TextCounterOptions,
} from '../../src/tokens/text-counter.ts'

const longText = 'x'.repeat(100 * 1_024)

interface Work {
  calls: number
  characters: number
  longest: number
  millisecondsAPiece: number
}

/** A counter that tells its work, on a clock that each piece moves on by `millisecondsAPiece`. */
function counterWith(
  options: Partial<TextCounterOptions> = {},
  millisecondsAPiece = 0,
): { counter: TextCounter; work: Work } {
  const work: Work = { calls: 0, characters: 0, longest: 0, millisecondsAPiece }
  let time = 0
  const countTokens = options.countTokens ?? ((text: string) => Math.ceil(text.length / 4))
  const counter = new TextCounter({
    pieceLength: 1_024,
    timeLimitMs: 50,
    cacheCharacters: 1_000_000,
    now: () => time,
    ...options,
    countTokens: (text) => {
      work.calls += 1
      work.characters += text.length
      work.longest = Math.max(work.longest, text.length)
      time += work.millisecondsAPiece
      return countTokens(text)
    },
  })
  return { counter, work }
}

test.each([
  ['one character', 'a'.repeat(1_000_000)],
  ['spaces', ' '.repeat(1_000_000)],
  ['special tokens', '<|endoftext|>'.repeat(80_000)],
  ['lone surrogates', '\ud800'.repeat(1_000_000)],
  ['surrogate pairs', '😀'.repeat(500_000)],
  ['combining marks', `a${'\u0301\u0323'.repeat(500_000)}`],
])('a megabyte of %s reaches the counter once, in short pieces', (_, text) => {
  const { counter, work } = counterWith()
  counter.count(text)
  expect(work.characters).toBe(text.length)
  expect(work.longest).toBeLessThanOrEqual(1_024)
  expect(work.calls).toBeLessThanOrEqual(Math.ceil(text.length / 1_023))
})

test('a text that was counted is not counted again', () => {
  const { counter, work } = counterWith()
  const tokens = counter.count(longText)
  const { calls } = work
  // Equal, and another string object: the string itself is the key.
  expect(counter.count('x'.repeat(100 * 1_024))).toBe(tokens)
  expect(work.calls).toBe(calls)
})

test('an empty text is nothing and asks nobody', () => {
  const { counter, work } = counterWith()
  expect(counter.count('')).toBe(0)
  expect(work.calls).toBe(0)
})

const brokenCounters: readonly (readonly [string, () => number, FallbackReason])[] = [
  [
    'throws',
    () => {
      throw new Error('Disallowed special token found')
    },
    'threw',
  ],
  ['answers NaN', () => Number.NaN, 'implausible'],
  ['answers a negative number', () => -1, 'implausible'],
  ['answers infinity', () => Number.POSITIVE_INFINITY, 'implausible'],
  ['answers zero for text', () => 0, 'implausible'],
  ['answers a string', () => '7' as unknown as number, 'implausible'], // what untyped code may do
  ['answers nothing', () => undefined as unknown as number, 'implausible'], // as above
]

test.each(brokenCounters)('a counter that %s is replaced by bytes', (_, countTokens, reason) => {
  const { counter } = counterWith({ countTokens })
  expect(counter.count('héllo')).toBe(6)
  expect(counter.fallbacks[reason]).toBe(1)
})

test('only the pieces that the counter fails on count at their bytes', () => {
  const { counter } = counterWith({
    countTokens: (text) => {
      if (text.includes('<|endoftext|>')) throw new Error('special token')
      return 1
    },
  })
  expect(counter.count(['a'.repeat(1_024), '<|endoftext|>'.padEnd(1_024, 'b'), 'c'].join(''))).toBe(
    1 + 1_024 + 1,
  )
})

test('a count with a fraction is rounded up', () => {
  const { counter } = counterWith({ countTokens: () => 1.25 })
  expect(counter.count('abc')).toBe(2)
})

test('a long text that is out of time counts what is left at its bytes', () => {
  const { counter, work } = counterWith({}, 10)
  const tokens = counter.count(longText)
  expect(work.calls).toBe(freePieces)
  expect(tokens).toBe(freePieces * 256 + byteBound(longText.slice(freePieces * 1_024)))
  expect(counter.fallbacks.outOfTime).toBe(1)
})

test('a text of up to 16 pieces is counted in full however slow the counter is', () => {
  const { counter, work } = counterWith({}, 60_000)
  expect(counter.count('x'.repeat(freePieces * 1_024))).toBe(freePieces * 256)
  expect(work.calls).toBe(freePieces)
  expect(counter.fallbacks.outOfTime).toBe(0)
})

test('a text that fell back keeps that size after the cache let go of it, though there is time now', () => {
  const { counter, work } = counterWith({ cacheCharacters: 200_000 }, 10)
  const tokens = counter.count(longText)
  work.millisecondsAPiece = 0
  for (let index = 0; index < 50; index += 1) counter.count(`${index} ${'y'.repeat(10_000)}`)
  const { calls } = work
  expect(counter.count(longText)).toBe(tokens)
  expect(work.calls).toBe(calls)
})

test('a text that was counted in full keeps that size though there is no time now', () => {
  const { counter, work } = counterWith({ cacheCharacters: 0 })
  const tokens = counter.count(longText)
  work.millisecondsAPiece = 1_000
  expect(counter.count(longText)).toBe(tokens)
  expect(counter.fallbacks.outOfTime).toBe(0)
})

test('the cache holds no more characters than it may', () => {
  const { counter } = counterWith({ cacheCharacters: 10_000 })
  for (let index = 0; index < 2_000; index += 1) {
    counter.count(`text ${index} ${'z'.repeat(index % 300)}`)
    expect(counter.cachedCharacters).toBeLessThanOrEqual(10_000)
  }
  expect(counter.cachedCharacters).toBeGreaterThan(5_000)
})
