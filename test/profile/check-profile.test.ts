import { describe, expect, test } from 'vitest'
import { ProfileError, type SizeEstimator } from '../../src/index.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import type { HybridProfile } from '../../src/profile/hybrid-profile.ts'
import { dropOldest } from '../../src/reducers/index.ts'

const upstreamReducer = dropOldest()
const valid = { hardLimitBytes: 1_000, upstreamReducer }
const tokens: SizeEstimator = { unit: 'estimatedTokens', estimate: () => 1 }
const words: SizeEstimator = { unit: 'words', estimate: () => 1 }

const check = (profile: unknown) => checkProfile(profile as HybridProfile) // often wrong on purpose

function issuesOf(profile: unknown): readonly { readonly path: string; readonly message: string }[] {
  try {
    check(profile)
  } catch (error) {
    if (ProfileError.isInstance(error)) return error.issues
    throw error
  }
  return []
}

const notANumber = ['nothing', '12', null, {}, [], true, 12n, () => 1]
const numbers = [Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 2 ** 53]

describe('a value out of range is named with its option, what it must be, and why', () => {
  const cases: Readonly<Record<string, { readonly bad: readonly unknown[]; readonly says: string }>> = {
    hardLimitBytes: { bad: [...numbers, 0, ...notANumber], says: 'at least 1' },
    triggerMarginBytes: { bad: [...numbers, ...notANumber], says: 'at least 0' },
    recentMessageRetentionCount: { bad: [...numbers, ...notANumber], says: 'at least 0' },
    maximumCompactionAttempts: { bad: [...numbers, 0, ...notANumber], says: 'at least 1' },
    minimumRetentionCount: { bad: [...numbers, ...notANumber], says: 'at least 0' },
    requestOverhead: { bad: [...numbers, ...notANumber], says: 'at least 0' },
    reducerTimeoutMs: { bad: [...numbers, 0, ...notANumber], says: 'at least 1' },
    upstreamReducer: { bad: [undefined, null, 'dropOldest', {}, 7], says: 'must be a function' },
    classifier: { bad: [null, 'summary', {}, 7], says: 'must be a function' },
    pin: { bad: [null, true, {}, 7], says: 'must be a function' },
    estimator: {
      bad: [
        ...[null, 'utf8Bytes', () => 1, {}, { unit: 'words' }, { estimate: () => 1 }],
        ...['', 'Words', 'two words', 'w'.repeat(33)].map((unit) => ({ unit, estimate: () => 1 })),
      ],
      says: 'must be an estimator',
    },
    pinFirstUserMessage: { bad: [null, 0, 'yes', {}], says: 'true or false' },
    elideOlderResults: { bad: [null, 1, 'yes', {}], says: 'true or false' },
    omissionNotice: { bad: [null, 1, 'text', {}], says: 'true or false' },
    onBrokenSequence: { bad: [null, 'fix', true, 1], says: 'one of pass, repair, terminate' },
    onReducerFailure: { bad: [null, 'ignore', true, 1], says: 'one of throw, fallback' },
    relief: { bad: [null, 'elide', true, {}], says: "a list of 'elide' and 'shrinkRetention'" },
    compactionTarget: { bad: [0, -0.1, 1.01, Number.NaN, '0.7', null], says: 'above 0 and at most 1' },
  }

  for (const [option, { bad, says }] of Object.entries(cases)) {
    test(option, () => {
      for (const value of bad) {
        const issues = issuesOf({ ...valid, [option]: value })
        expect(issues.map(({ path }) => path)).toEqual([`hybridProfile.${option}`])
        expect(issues[0]?.message).toContain(says)
        const got = typeof value === 'number' ? `got ${value}` : 'got '
        if (option !== 'estimator' && option !== 'relief') expect(issues[0]?.message).toContain(got)
      }
    })
  }

  test('a step of the relief that is unknown, by its place', () => {
    const [issue] = issuesOf({ ...valid, relief: ['elide', 'drop'] })
    expect(issue?.path).toBe('hybridProfile.relief.1')
  })
})

test('several issues are told at once, in one message', () => {
  const issues = issuesOf({ ...valid, hardLimitBytes: 0, maximumCompactionAttempts: 0 })
  expect(issues.map(({ path }) => path)).toEqual([
    'hybridProfile.hardLimitBytes',
    'hybridProfile.maximumCompactionAttempts',
  ])
  expect(() => check({ ...valid, hardLimitBytes: 0 })).toThrowError(
    'Options refused: hybridProfile.hardLimitBytes: must be a whole number of at least 1 (got 0); it is the absolute ' +
      'ceiling of one provider call.',
  )
})

describe('an unknown option', () => {
  test('is named', () => {
    expect(issuesOf({ ...valid, hardLimitByte: 5, retention: 1 })).toEqual([
      {
        path: 'hybridProfile.hardLimitByte',
        message: 'is unknown; check the spelling against HybridProfile',
      },
      { path: 'hybridProfile.retention', message: 'is unknown; check the spelling against HybridProfile' },
    ])
  })

  test('is not named when it does not look like one', () => {
    expect(issuesOf({ ...valid, 'authorization: Bearer x': 1 })).toEqual([
      { path: 'hybridProfile', message: 'has an unknown option; check the spelling against HybridProfile' },
    ])
  })
})

test.each([7, 'profile', [], () => 1, true])('a profile that is no object is refused: %s', (profile) => {
  const [issue] = issuesOf(profile)
  expect(issue?.path).toBe('hybridProfile')
  expect(issue?.message).toMatch(/^must be an object of options \(got /)
})

describe('the limit', () => {
  test('is required, in the unit of the estimator', () => {
    expect(issuesOf({ upstreamReducer })[0]?.path).toBe('hybridProfile.hardLimitBytes')
    expect(issuesOf({ upstreamReducer, estimator: tokens })[0]?.path).toBe('hybridProfile.hardLimitTokens')
    expect(issuesOf({ upstreamReducer, estimator: words })[0]?.path).toBe('hybridProfile.hardLimitUnits')
  })

  test.each([
    { estimator: undefined, wrong: 'Tokens', right: 'Bytes' },
    { estimator: undefined, wrong: 'Units', right: 'Bytes' },
    { estimator: tokens, wrong: 'Bytes', right: 'Tokens' },
    { estimator: tokens, wrong: 'Units', right: 'Tokens' },
    { estimator: words, wrong: 'Bytes', right: 'Units' },
    { estimator: words, wrong: 'Tokens', right: 'Units' },
  ])('in $wrong is refused where $right are measured', ({ estimator, wrong, right }) => {
    const base = { upstreamReducer, ...(estimator ? { estimator } : {}) }
    for (const name of ['hardLimit', 'triggerMargin']) {
      const issues = issuesOf({ ...base, [`hardLimit${right}`]: 10, [`${name}${wrong}`]: 5 })
      expect(issues.map(({ path }) => path)).toEqual([`hybridProfile.${name}${wrong}`])
      expect(issues[0]?.message).toContain(`use ${name}${right}`)
    }
  })

  test('and its margin set the threshold', () => {
    expect(check({ ...valid, triggerMarginBytes: 0 })).toMatchObject({ hardLimit: 1_000, threshold: 1_000 })
    expect(check({ ...valid, triggerMarginBytes: 999 })).toMatchObject({ threshold: 1 })
    expect(
      check({ upstreamReducer, estimator: tokens, hardLimitTokens: 10, triggerMarginTokens: 3 }),
    ).toMatchObject({
      hardLimit: 10,
      threshold: 7,
    })
  })

  test.each([1_000, 1_001])('is refused with a margin of %i of 1,000', (triggerMarginBytes) => {
    const [issue] = issuesOf({ ...valid, triggerMarginBytes })
    expect(issue?.path).toBe('hybridProfile.triggerMarginBytes')
    expect(issue?.message).toContain(`(${triggerMarginBytes} is not below 1000); lower the margin`)
  })
})

test.each([900, 5_000])('an overhead of %i leaves no room below a threshold of 900', (requestOverhead) => {
  const [issue] = issuesOf({ ...valid, triggerMarginBytes: 100, requestOverhead })
  expect(issue?.path).toBe('hybridProfile.requestOverhead')
  expect(issue?.message).toContain(`(${requestOverhead} of 900)`)
})

test('a floor above the retention is refused', () => {
  const [issue] = issuesOf({ ...valid, recentMessageRetentionCount: 2, minimumRetentionCount: 3 })
  expect(issue).toEqual({
    path: 'hybridProfile.minimumRetentionCount',
    message: 'must not exceed recentMessageRetentionCount (3 > 2)',
  })
})

test('the defaults are those of the seed', () => {
  expect(check(valid)).toMatchObject({
    threshold: 1_000,
    retention: { recentMessageRetentionCount: 4, pinFirstUserMessage: false },
    minimumRetentionCount: 1,
    maximumCompactionAttempts: 3,
    requestOverhead: 0,
    onBrokenSequence: 'pass',
    elideOlderResults: false,
    relief: [],
    omissionNotice: false,
    compactionTarget: 1,
    onReducerFailure: 'throw',
    reducerTimeoutMs: 60_000,
  })
  expect(check({ ...valid, recentMessageRetentionCount: 0 })).toMatchObject({ minimumRetentionCount: 0 })
})

test('what was checked is frozen, and what the caller changes afterwards does not reach it', () => {
  const relief: 'elide'[] = ['elide']
  const profile = { ...valid, relief }
  const checked = check(profile)
  relief.push('elide')
  profile.hardLimitBytes = 5
  expect(checked).toMatchObject({ relief: ['elide'], hardLimit: 1_000 })
  expect(Object.isFrozen(checked)).toBe(true)
})
