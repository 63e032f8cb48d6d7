import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { type SizeEstimator, utf8Bytes } from '../../src/context/measure.ts'
import { type CalibratedOptions, calibrated } from '../../src/tokens/calibrated.ts'
import { tokenUpperBound } from '../../src/tokens/token-upper-bound.ts'

const thousand = estimatorOf(1_000)
const content = { role: 'user', pieces: [] } as const

function estimatorOf(size: number): SizeEstimator {
  return { unit: 'estimatedTokens', estimate: () => size }
}

/** A calibration that has seen lists of 1,000 estimated tokens billed at these ratios. */
function calibrationAfter(ratios: readonly number[], options: CalibratedOptions = {}) {
  const calibration = calibrated(thousand, options)
  for (const ratio of ratios)
    calibration.observe({ estimated: 1_000 * calibration.factor, reported: 1_000 * ratio })
  return calibration
}

test('begins with its initial factor, and with 1 on an upper bound', () => {
  expect(calibrated(thousand).factor).toBe(1.5)
  expect(calibrated(thousand).estimate(content)).toBe(1_500)
  expect(calibrated(tokenUpperBound()).factor).toBe(1)
  expect(calibrated(thousand, { initialFactor: 1.2 }).factor).toBe(1.2)
})

test('learns the ratio of reported to estimated, with headroom on top', () => {
  expect(calibrationAfter(Array(8).fill(1.2)).factor).toBeCloseTo(1.26)
  expect(calibrationAfter(Array(8).fill(1.2), { headroom: 1 }).factor).toBeCloseTo(1.2)
})

test('covers the share of reports that the quantile says', () => {
  const ratios = Array.from({ length: 20 }, (_, index) => 1 + index / 100)
  expect(calibrationAfter(ratios, { headroom: 1 }).factor).toBeCloseTo(1.18)
  expect(calibrationAfter(ratios, { headroom: 1, quantile: 1 }).factor).toBeCloseTo(1.19)
  expect(calibrationAfter(ratios, { headroom: 1, quantile: 0.5 }).factor).toBeCloseTo(1.09)
})

test('stays at its initial factor or above until 8 reports have come in', () => {
  expect(calibrationAfter(Array(7).fill(1.1)).factor).toBe(1.5)
  expect(calibrationAfter(Array(7).fill(2)).factor).toBeCloseTo(2.1)
  expect(calibrationAfter(Array(8).fill(1.1)).factor).toBeCloseTo(1.155)
})

test('never goes below the safety factor nor above the maximum', () => {
  expect(calibrationAfter(Array(20).fill(0.1)).factor).toBe(1)
  expect(calibrationAfter(Array(20).fill(0.1), { safetyFactor: 0.3 }).factor).toBe(0.3)
  expect(calibrationAfter(Array(20).fill(50)).factor).toBe(4)
  expect(calibrated(thousand, { safetyFactor: 2 }).factor).toBe(2)
  expect(calibrated(thousand, { safetyFactor: 6 }).factor).toBe(6)
})

test('forgets all but the newest reports', () => {
  const ratios = [...Array(10).fill(3), ...Array(8).fill(1.1)]
  expect(calibrationAfter(ratios, { observationCount: 8, headroom: 1 }).factor).toBeCloseTo(1.1)
})

test('a frozen one keeps its factor while the calibration learns', () => {
  const calibration = calibrated(thousand)
  const frozen = calibration.freeze()
  for (let call = 0; call < 10; call += 1) frozen.observe({ estimated: 1_500, reported: 2_000 })
  expect(calibration.factor).toBeCloseTo(2.1)
  expect(frozen.factor).toBe(1.5)
  expect(frozen.estimate(content)).toBe(1_500)
  expect(calibration.freeze().estimate(content)).toBe(Math.ceil(1_000 * calibration.factor))
})

test('a report counts against the factor that its size was made with', () => {
  const calibration = calibrated(thousand, { headroom: 1 })
  const early = calibration.freeze()
  for (let call = 0; call < 8; call += 1) early.observe({ estimated: 1_500, reported: 2_000 })
  expect(calibration.factor).toBeCloseTo(2)
  // Measured before the factor rose: 1,500 was 1,000 uncorrected.
  early.observe({ estimated: 1_500, reported: 2_000 })
  expect(calibration.factor).toBeCloseTo(2)
})

test.each([
  ['no report', { estimated: 1_000, reported: Number.NaN }],
  ['a report of zero', { estimated: 1_000, reported: 0 }],
  ['a negative report', { estimated: 1_000, reported: -5 }],
  ['an infinite report', { estimated: 1_000, reported: Number.POSITIVE_INFINITY }],
  ['a list that is too small to tell', { estimated: 100, reported: 900 }],
  ['no size', { estimated: Number.NaN, reported: 900 }],
  [
    'undefined',
    { estimated: undefined, reported: undefined } as unknown as { estimated: number; reported: number },
  ], // untyped code
])('%s teaches nothing', (_, usage) => {
  const calibration = calibrated(thousand)
  expect(calibration.observe(usage)).toBe(false)
  expect(calibration.factor).toBe(1.5)
})

property.prop([
  fc.array(fc.record({ estimated: fc.double(), reported: fc.double() }), { maxLength: 40 }),
  fc.double({ min: 0.01, max: 3, noNaN: true }),
  fc.nat(1_000_000),
])(
  'whatever is reported, sizes are whole and within the safety factor and the maximum',
  (usages, safetyFactor, size) => {
    const calibration = calibrated(estimatorOf(size), { safetyFactor })
    for (const usage of usages) calibration.observe(usage)
    const estimate = calibration.estimate(content)
    expect(Number.isSafeInteger(estimate)).toBe(true)
    expect(estimate).toBeGreaterThanOrEqual(size * safetyFactor)
    expect(estimate).toBeLessThanOrEqual(Math.ceil(size * 4))
    expect(calibration.estimate(content)).toBe(estimate)
  },
)

test.each([[-1], [Number.NaN], [0.5], [Number.POSITIVE_INFINITY]])(
  'a size of %d that breaks the contract is passed on for the assembly to refuse',
  (size) => {
    expect(calibrated(estimatorOf(size)).estimate(content)).toBe(size)
  },
)

test('only estimators of tokens are calibrated', () => {
  expect(() => calibrated(utf8Bytes)).toThrow(/must measure tokens/)
})

test.each([
  ['safetyFactor', { safetyFactor: 0 }],
  ['maximumFactor', { safetyFactor: 2, maximumFactor: 1 }],
  ['initialFactor', { initialFactor: Number.NaN }],
  ['quantile', { quantile: 1.1 }],
  ['headroom', { headroom: 0.9 }],
  ['observationCount', { observationCount: 7 }],
])('%s out of range is refused by name', (name, options) => {
  expect(() => calibrated(thousand, options)).toThrow(`calibrated.${name}`)
})
