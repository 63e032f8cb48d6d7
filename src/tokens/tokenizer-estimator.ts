import type { MeasuredContent, SizeEstimator } from '../context/measure.ts'
import { type Framing, usualFraming } from './framing.ts'
import { measureContent } from './measure-content.ts'
import { isNumber, OptionChecks } from './option-checks.ts'
import { type FilePrice, filePrice } from './prices/file-price.ts'
import { type FallbackReason, TextCounter } from './text-counter.ts'

/** Options of `tokenizerEstimator`. */
export interface TokenizerEstimatorOptions {
  /**
   * The tokens of a text of at most `pieceLength` characters. Synchronous and pure. It may throw or answer nonsense: then
   * that piece counts at its UTF-8 bytes. Switch off its check for special tokens, or their names in a text make it throw.
   */
  readonly countTokens: (text: string) => number
  /** Prices of files, in tokens. Default: the highest of the published rules; give your provider's. */
  readonly priceFile?: FilePrice
  /** Tokens around messages, calls, results and tool definitions. Default: what the corpus shows. */
  readonly framing?: Partial<Framing>
  /** UTF-16 code units that the counter is given at a time. 64 or more; default 1,024. */
  readonly pieceLength?: number
  /** Milliseconds that one text may take, checked from its 17th piece on. Above 0; default 500. */
  readonly timeLimitMs?: number
  /** Characters of text that the cache may hold. 0 or more; default 8,388,608 (at most 16 MB). */
  readonly cacheCharacters?: number
  /** Milliseconds on a clock that never runs back. Default `performance.now`. */
  readonly now?: () => number
}

/** An estimator that counts with a tokenizer of yours. */
export interface TokenizerEstimator extends SizeEstimator {
  readonly unit: 'estimatedTokens'
  /** How often bytes stood in for the counter, by reason: pieces, and for `outOfTime` texts. Numbers only. */
  readonly fallbacks: Readonly<Record<FallbackReason, number>>
}

/**
 * An estimator of tokens on a tokenizer of yours. It measures texts in pieces of 1,024 characters, for tokenizers are
 * quadratic on long runs (1 MB of one letter: 6 ms in pieces, over 40 s in one go) and cutting costs at most 0.4 % more
 * tokens; it caches sizes, and holds whatever text it meets.
 *
 * It is an estimate, not a bound: `calibrated` corrects it for models with a tokenizer of their own.
 *
 * The same content has the same size. A text of up to 16 pieces is counted in full, whatever the time, so its size depends
 * on nothing but the text. A longer one that runs out of time counts what is left at its bytes, and is remembered by
 * digest: it keeps that size, also after the cache let go of it, as long as it is one of the last 4,096 long texts. Another
 * estimator, as in another process, may reach further into it: then the same content may have another size there.
 *
 * Memory: the cache holds texts, so one estimator is one place where content lives. It goes with the estimator.
 *
 * @throws ProfileError when an option is out of range, or when the counter is asynchronous
 * @example
 * ```ts
 * import { countTokens } from 'gpt-tokenizer/encoding/o200k_base' // your dependency, 2.4 MB of ranks
 * import { tokenizerEstimator } from 'plimsoll/tokens'
 *
 * const asText = { disallowedSpecial: new Set<string>() } // `<|endoftext|>` in a tool result is text
 * const estimator = tokenizerEstimator({ countTokens: (text) => countTokens(text, asText) })
 * ```
 */
export function tokenizerEstimator(options: TokenizerEstimatorOptions): TokenizerEstimator {
  const { countTokens, pieceLength = 1_024, timeLimitMs = 500, cacheCharacters = 8_388_608 } = options
  const now = options.now ?? (() => performance.now())
  const priceFile = options.priceFile ?? filePrice()
  const framing: Framing = Object.freeze({ ...usualFraming, ...options.framing })
  const checks = new OptionChecks('tokenizerEstimator')
  checks.callable('countTokens', countTokens)
  checks.callable('priceFile', priceFile)
  checks.callable('now', now)
  checks.wholeNumber('pieceLength', pieceLength, 64)
  checks.wholeNumber('cacheCharacters', cacheCharacters, 0)
  checks.number('timeLimitMs', timeLimitMs, { above: 0 })
  checks.framing(framing)
  checks.throwIfAny()
  if (!answersNumbers(countTokens)) {
    checks.refuse(
      'countTokens',
      'must answer a number at once; load the tokenizer first when that is asynchronous',
    )
    checks.throwIfAny()
  }
  const counter = new TextCounter({ countTokens, pieceLength, timeLimitMs, cacheCharacters, now })
  const countText = (text: string): number => counter.count(text)
  const prices = { priceFile, framing }
  return Object.freeze({
    unit: 'estimatedTokens' as const,
    get fallbacks() {
      return counter.fallbacks
    },
    estimate: (content: MeasuredContent) => measureContent(content, countText, prices),
  })
}

/** A counter that throws is let pass: it may do better on other texts, and bytes stand in for it. */
function answersNumbers(countTokens: (text: string) => unknown): boolean {
  try {
    return isNumber(countTokens('a'))
  } catch {
    return true
  }
}
