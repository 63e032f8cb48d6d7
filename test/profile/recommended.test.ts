import { expect, test } from 'vitest'
import { createPlimsoll, recommended, type SizeEstimator } from '../../src/index.ts'
import { slidingWindow } from '../../src/reducers/index.ts'
import { listFiles, readProjectFile } from '../support/project-files.ts'

test('the preset turns on what practice asks for', () => {
  const { capabilities, hybridProfile } = recommended({ hardLimitBytes: 10_005 })
  expect(capabilities?.capabilities.compaction.state).toBe('enabled')
  expect(hybridProfile).toEqual({
    hardLimitBytes: 10_005,
    triggerMarginBytes: 1_000,
    recentMessageRetentionCount: 6,
    minimumRetentionCount: 1,
    maximumCompactionAttempts: 2,
    compactionTarget: 0.7,
    relief: ['elide', 'shrinkRetention'],
    onBrokenSequence: 'repair',
    onReducerFailure: 'fallback',
    pinFirstUserMessage: true,
    upstreamReducer: expect.any(Function),
  })
  expect(createPlimsoll(recommended({ hardLimitBytes: 1 })).isBounding).toBe(true)
})

test('what is passed wins', () => {
  const upstreamReducer = slidingWindow({ keep: 3 })
  const { hybridProfile } = recommended({
    hardLimitBytes: 1_000,
    triggerMarginBytes: 0,
    recentMessageRetentionCount: 0,
    upstreamReducer,
    relief: [],
  })
  expect(hybridProfile).toMatchObject({
    triggerMarginBytes: 0,
    recentMessageRetentionCount: 0,
    minimumRetentionCount: 0,
    upstreamReducer,
    relief: [],
  })
})

test('an option that is undefined is one that was not given', () => {
  const options = { hardLimitBytes: 1_000, upstreamReducer: undefined, triggerMarginBytes: undefined }
  const { hybridProfile } = recommended(options as { hardLimitBytes: number }) // as from an options object of a host
  expect(hybridProfile).toMatchObject({ triggerMarginBytes: 100, upstreamReducer: expect.any(Function) })
})

test('the margin is in the unit of the limit', () => {
  const estimator: SizeEstimator = { unit: 'estimatedTokens', estimate: () => 1 }
  const { hybridProfile } = recommended({ hardLimitTokens: 1_000, estimator })
  expect(hybridProfile).toMatchObject({ hardLimitTokens: 1_000, triggerMarginTokens: 100 })
})

test.each([Number.NaN, 0, -5, 1.5, '1000'])('a limit of %s is refused once, by its name', (limit) => {
  const composition = recommended({ hardLimitBytes: limit as number }) // often wrong on purpose
  expect(() => createPlimsoll(composition)).toThrowError(/^Options refused: hybridProfile\.hardLimitBytes:/)
})

test('whole examples of the pages for readers compose with the preset', () => {
  const pages = ['README.md', ...['src', 'docs', 'examples'].flatMap(listFiles)].filter((path) =>
    path.endsWith('.md'),
  )
  const blocks = pages.flatMap((path) =>
    [...readProjectFile(path).matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code),
  )
  const composing = blocks.filter((code) => code?.includes('import ') && code.includes('createPlimsoll('))
  expect(composing.length).toBeGreaterThan(8)
  expect(composing.filter((code) => !code?.includes('recommended('))).toEqual([])
})
