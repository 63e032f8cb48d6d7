import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { MeasuredContent } from '../../src/context/measure.ts'
import { ProfileError } from '../../src/errors/profile-error.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { tokenizerEstimator } from '../../src/tokens/tokenizer-estimator.ts'
import { measuredContents } from './measured-contents.ts'

const noFraming = { message: 0, call: 0, argument: 0, result: 0, definition: 0, definitions: 0 }

function text(value: string): MeasuredContent {
  return { role: 'user', pieces: [{ type: 'text', text: value }] }
}

test('measures texts with the counter, and adds framing', () => {
  const estimator = tokenizerEstimator({ countTokens: ({ length }) => length })
  expect(estimator.unit).toBe('estimatedTokens')
  expect(estimator.estimate(text('hello'))).toBe(5 + 4)
})

test('framing is set name by name', () => {
  const estimator = tokenizerEstimator({ countTokens: ({ length }) => length, framing: { message: 7 } })
  const content: MeasuredContent = { role: 'assistant', pieces: [{ type: 'callName', text: 'go' }] }
  expect(estimator.estimate(content)).toBe(2 + 7 + 20)
})

test('files are priced, and with a broken price of the host by the published rules', () => {
  const image = { type: 'file', mediaType: 'image/png', base64Length: 4_000 } as const
  const sizeWith = (priceFile?: () => number) =>
    tokenizerEstimator({
      countTokens: () => 1,
      framing: noFraming,
      ...(priceFile && { priceFile }),
    }).estimate({
      role: 'user',
      pieces: [image],
    })
  expect(sizeWith(() => 85.5)).toBe(86)
  const published = sizeWith()
  expect(published).toBeGreaterThanOrEqual(14_364)
  for (const broken of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(sizeWith(() => broken)).toBe(published)
  expect(
    sizeWith(() => {
      throw new Error('no price')
    }),
  ).toBe(published)
})

test('an address that the provider fetches is priced as an image beside its text', () => {
  const estimator = tokenizerEstimator({ countTokens: () => 1, framing: noFraming, priceFile: () => 1_000 })
  const sizeOf = (value: string) =>
    estimator.estimate({ role: 'user', pieces: [{ type: 'opaque', text: value }] })
  expect(sizeOf('https://a.example/cat.png')).toBe(1_001)
  expect(sizeOf('gs://bucket/cat.png')).toBe(1_001)
  expect(sizeOf('{"url":"https://a.example/cat.png"}')).toBe(1)
  expect(estimator.estimate(text('https://a.example/cat.png'))).toBe(1)
})

property.prop([fc.array(measuredContents(), { maxLength: 8 })])(
  'sizes are whole numbers above 0, and the same however often and in whatever order they are asked',
  (contents) => {
    const options = { countTokens: (value: string) => value.length / 3, cacheCharacters: 300 }
    const estimator = tokenizerEstimator(options)
    const sizes = contents.map((content) => estimator.estimate(content))
    for (const size of sizes) {
      expect(Number.isSafeInteger(size)).toBe(true)
      expect(size).toBeGreaterThan(0)
    }
    expect([...contents].reverse().map((content) => estimator.estimate(content))).toEqual(
      [...sizes].reverse(),
    )
    const another = tokenizerEstimator(options)
    expect(contents.map((content) => another.estimate(content))).toEqual(sizes)
  },
)

test('tells how often bytes stood in for the counter, in numbers', () => {
  const estimator = tokenizerEstimator({
    countTokens: () => {
      throw new Error('secret')
    },
  })
  estimator.estimate(text('abc'))
  expect(estimator.fallbacks).toEqual({ threw: 1, implausible: 0, outOfTime: 0 })
})

test('is what hardLimitTokens goes with', () => {
  const estimator = tokenizerEstimator({ countTokens: () => 1 })
  const upstreamReducer = dropOldest()
  expect(checkProfile({ hardLimitTokens: 1_000, estimator, upstreamReducer }).hardLimit).toBe(1_000)
  expect(() => checkProfile({ hardLimitBytes: 1_000, estimator, upstreamReducer })).toThrow(/hardLimitTokens/)
})

test('an asynchronous counter is refused at once', () => {
  const countTokens = (async () => 3) as unknown as () => number // what untyped code may pass
  expect(() => tokenizerEstimator({ countTokens })).toThrow(/must answer a number at once/)
})

test.each([
  ['countTokens', { countTokens: 3 }],
  ['pieceLength', { pieceLength: 63 }],
  ['pieceLength', { pieceLength: 100.5 }],
  ['timeLimitMs', { timeLimitMs: 0 }],
  ['timeLimitMs', { timeLimitMs: Number.NaN }],
  ['cacheCharacters', { cacheCharacters: -1 }],
  ['framing.call', { framing: { call: -1 } }],
  ['priceFile', { priceFile: 85 }],
])('%s out of range is refused by name', (name, options) => {
  const broken = { countTokens: () => 1, ...options } as Parameters<typeof tokenizerEstimator>[0] // what untyped code may pass
  expect(() => tokenizerEstimator(broken)).toThrow(ProfileError)
  expect(() => tokenizerEstimator(broken)).toThrow(`tokenizerEstimator.${name}`)
})
