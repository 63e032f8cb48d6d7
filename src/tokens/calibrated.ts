import type { MeasuredContent, SizeEstimator } from '../context/measure.ts'
import { OptionChecks } from './option-checks.ts'
import { upperQuantile } from './upper-quantile.ts'

/** What a provider billed for a list, beside what we had measured for it. Both in tokens. */
export interface TokenUsage {
  /** The measured size of what was sent, overhead included: `diagnostics.finalSize`. */
  readonly estimated: number
  /** All input tokens that the provider reports for it, those read from and written to its cache among them. */
  readonly reported: number
}

/** Options of `calibrated`. */
export interface CalibratedOptions {
  /** Least factor: a size is never below this times the estimate. Above 0; default 1. */
  readonly safetyFactor?: number
  /** Greatest factor, whatever is reported. At least the safety factor; default 4. */
  readonly maximumFactor?: number
  /**
   * Factor to begin with, and the least one until 8 reports have come in; such as one saved earlier. Default
   * 1.5, and 1 on an upper bound.
   */
  readonly initialFactor?: number
  /** Share of the reports that the factor covers. Above 0 and at most 1; default 0.95. */
  readonly quantile?: number
  /** What is put on top of that. At least 1; default 1.05. */
  readonly headroom?: number
  /** How many of the newest reports count. 8 or more; default 64. */
  readonly observationCount?: number
}

/** An estimator whose factor stands still, for one assembly. */
export interface FrozenCalibration extends SizeEstimator {
  readonly unit: 'estimatedTokens'
  readonly factor: number
  /** Learns from a call that was measured with this factor. Tells whether the report was of use; never throws. */
  observe(usage: TokenUsage): boolean
}

/** An estimator that learns from what is reported. */
export interface CalibratedEstimator extends FrozenCalibration {
  /** The estimator as it is now. What is learned later doesn't change it. */
  freeze(): FrozenCalibration
}

// With fewer reports than this an upper quantile says little.
const fewestObservations = 8
// Below this framing and hidden prompts outweigh the text, and the list is far from any limit.
const leastEstimate = 256

/**
 * An estimator that learns how far another one is off, from what the provider bills. Its sizes are the other's, times a
 * factor: an upper quantile of reported to estimated over the newest calls, with some headroom, held between `safetyFactor`
 * and `maximumFactor`. The one number that it keeps per call is that ratio; no content.
 *
 * The factor changes in `observe` and nowhere else. An assembly measures content twice and fails when the sizes differ, so
 * it works on `freeze()`, taken as the call begins; `observe` of the frozen one knows which factor its size was made with.
 * Without concurrent calls, observing between them is as good.
 *
 * One model, one calibration: another model is off by another factor. What the estimate leaves out (the provider's own
 * prompts, tools it adds, an image by id) ends up in the factor, a report that leaves out cached tokens pulls it down.
 *
 * @throws ProfileError when an option is out of range, or when the estimator measures anything but tokens
 */
export function calibrated(estimator: SizeEstimator, options: CalibratedOptions = {}): CalibratedEstimator {
  const { safetyFactor = 1, maximumFactor = Math.max(4, safetyFactor) } = options
  const { quantile = 0.95, headroom = 1.05, observationCount = 64 } = options
  const initialFactor =
    options.initialFactor ?? clamp(isUpperBound(estimator) ? 1 : 1.5, safetyFactor, maximumFactor)
  const checks = new OptionChecks('calibrated')
  checks.number('safetyFactor', safetyFactor, { above: 0, most: 100 })
  checks.number('maximumFactor', maximumFactor, { above: 0, most: 100 })
  checks.number('initialFactor', initialFactor, { above: 0, most: 100 })
  checks.number('quantile', quantile, { above: 0, most: 1 })
  checks.number('headroom', headroom, { above: 0, most: 100 })
  checks.wholeNumber('observationCount', observationCount, fewestObservations)
  if (maximumFactor < safetyFactor) checks.refuse('maximumFactor', 'must be at least safetyFactor')
  if (headroom < 1) checks.refuse('headroom', 'must be at least 1: it is a margin')
  if (estimator.unit !== 'estimatedTokens') {
    checks.refuse(
      'estimator',
      "must measure tokens (unit 'estimatedTokens'); tokenUpperBound() needs no tokenizer",
    )
  }
  checks.throwIfAny()

  const ratios: number[] = []
  let factor = clamp(initialFactor, safetyFactor, maximumFactor)

  const learn = ({ estimated, reported }: TokenUsage, usedFactor: number): boolean => {
    const uncorrected = estimated / usedFactor
    const ratio = reported / uncorrected
    // Providers and hosts leave usage out, or report a part of it: such a report is passed over, the call is long sent.
    if (!(uncorrected >= leastEstimate) || !(ratio > 0) || ratio === Number.POSITIVE_INFINITY) return false
    ratios.push(ratio)
    if (ratios.length > observationCount) ratios.shift()
    const learned = upperQuantile(ratios, quantile) * headroom
    const wanted = ratios.length < fewestObservations ? Math.max(learned, initialFactor) : learned
    factor = clamp(wanted, safetyFactor, maximumFactor)
    return true
  }

  const freeze = (): FrozenCalibration => {
    const fixed = factor
    return Object.freeze({
      unit: 'estimatedTokens' as const,
      factor: fixed,
      estimate: (content: MeasuredContent) => scale(estimator.estimate(content), fixed),
      observe: (usage: TokenUsage) => learn(usage, fixed),
    })
  }

  return Object.freeze({
    unit: 'estimatedTokens' as const,
    get factor() {
      return factor
    },
    estimate: (content: MeasuredContent) => scale(estimator.estimate(content), factor),
    observe: (usage: TokenUsage) => learn(usage, factor),
    freeze,
  })
}

function isUpperBound(estimator: SizeEstimator): boolean {
  return 'isUpperBound' in estimator && estimator.isUpperBound === true
}

/** What breaks the contract of an estimator is passed on as it is, for the assembly to refuse. */
function scale(size: number, factor: number): number {
  return Number.isSafeInteger(size) && size > 0 ? Math.ceil(size * factor) : size
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
