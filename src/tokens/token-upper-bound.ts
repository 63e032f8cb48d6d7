import type { MeasuredContent, SizeEstimator } from '../context/measure.ts'
import { byteBound } from './byte-bound.ts'
import { type Framing, highestFraming } from './framing.ts'
import { measureContent } from './measure-content.ts'
import { OptionChecks } from './option-checks.ts'
import { type FilePrice, filePrice } from './prices/file-price.ts'

/** Options of `tokenUpperBound`. */
export interface TokenUpperBoundOptions {
  /** Prices of files, in tokens. Default: the highest of the published rules; give your provider's. */
  readonly priceFile?: FilePrice
  /** Tokens around messages, calls, results and tool definitions. Default: the highest known. */
  readonly framing?: Partial<Framing>
}

/** An estimator that is never below what a text costs. */
export interface TokenUpperBound extends SizeEstimator {
  readonly unit: 'estimatedTokens'
  /** Tells `calibrated` that it may begin with a factor of 1. */
  readonly isUpperBound: true
}

/**
 * An estimator that needs no tokenizer and never tells too few tokens for text: the UTF-8 bytes of its longest normal form,
 * whatever the model. Beside the text stand framing and the price of files, which are published or measured, not proven.
 * Three to four times the tokens of English and JSON, so it costs room; `calibrated` with a `safetyFactor` below 1 wins
 * most of it back.
 *
 * Not covered: files that are named by an id, and what a provider holds for you (earlier turns, threads, its own tools).
 * Linear and pure: 1 MB of ASCII takes under 1 ms, of other text some 20 ms.
 *
 * @throws ProfileError when an option is out of range
 */
export function tokenUpperBound(options: TokenUpperBoundOptions = {}): TokenUpperBound {
  const priceFile = options.priceFile ?? filePrice()
  const framing: Framing = Object.freeze({ ...highestFraming, ...options.framing })
  const checks = new OptionChecks('tokenUpperBound')
  checks.callable('priceFile', priceFile)
  checks.framing(framing)
  checks.throwIfAny()
  const prices = { priceFile, framing }
  return Object.freeze({
    unit: 'estimatedTokens' as const,
    isUpperBound: true as const,
    estimate: (content: MeasuredContent) => measureContent(content, byteBound, prices),
  })
}
