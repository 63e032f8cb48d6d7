import { createHash } from 'node:crypto'
import { BoundedMap } from './bounded-map.ts'
import { byteBound } from './byte-bound.ts'
import { cutText } from './cut-text.ts'

/** Why a piece of text was counted by its bytes. */
export type FallbackReason = 'threw' | 'implausible' | 'outOfTime'

export interface TextCounterOptions {
  readonly countTokens: (text: string) => number
  /** UTF-16 code units a piece. */
  readonly pieceLength: number
  /** Milliseconds that one text may take; texts of up to `freePieces` pieces take what they need. */
  readonly timeLimitMs: number
  /** Code units that the cache of texts may hold. */
  readonly cacheCharacters: number
  /** Milliseconds on a clock that never runs back. */
  readonly now: () => number
}

/** Pieces that every text has counted whatever the time: the size of a text this short depends on nothing but the text. */
export const freePieces = 16
// How many long texts have their size remembered for good, at some 100 bytes each.
const rememberedTexts = 4_096
// What an entry costs beside its characters, in characters.
const entryWeight = 64

/** Counts the tokens of texts in short pieces: cached, capped in time, and by bytes wherever the counter fails. */
export class TextCounter {
  readonly #options: TextCounterOptions
  readonly #cached: BoundedMap<number>
  // By digest, so that a long text keeps its size after the cache let go of it: time may have cut its count short.
  readonly #remembered = new BoundedMap<number>(rememberedTexts, () => 1)
  readonly #fallbacks: Record<FallbackReason, number> = { threw: 0, implausible: 0, outOfTime: 0 }

  constructor(options: TextCounterOptions) {
    this.#options = options
    this.#cached = new BoundedMap(options.cacheCharacters, (text) => text.length + entryWeight)
  }

  /** How many pieces (for `outOfTime`: texts) were counted by their bytes, by reason. */
  get fallbacks(): Readonly<Record<FallbackReason, number>> {
    return { ...this.#fallbacks }
  }

  get cachedCharacters(): number {
    return this.#cached.weight
  }

  count(text: string): number {
    if (text === '') return 0
    const cached = this.#cached.get(text)
    if (cached !== undefined) return cached
    const tokens = this.#isLong(text) ? this.#countLong(text) : this.#countPieces(text)
    this.#cached.set(text, tokens)
    return tokens
  }

  #isLong(text: string): boolean {
    return text.length > this.#options.pieceLength * freePieces
  }

  #countLong(text: string): number {
    const digest = createHash('sha256').update(text, 'utf16le').digest('base64')
    const known = this.#remembered.get(digest)
    if (known !== undefined) return known
    const tokens = this.#countPieces(text)
    this.#remembered.set(digest, tokens)
    return tokens
  }

  #countPieces(text: string): number {
    const { pieceLength, timeLimitMs, now } = this.#options
    const limited = this.#isLong(text)
    const deadline = limited ? now() + timeLimitMs : 0
    let tokens = 0
    let pieces = 0
    let counted = 0
    for (const piece of cutText(text, pieceLength)) {
      if (limited && pieces >= freePieces && now() >= deadline) {
        this.#fallbacks.outOfTime += 1
        return tokens + byteBound(text.slice(counted))
      }
      tokens += this.#countPiece(piece)
      pieces += 1
      counted += piece.length
    }
    return tokens
  }

  #countPiece(piece: string): number {
    let tokens: unknown
    try {
      tokens = this.#options.countTokens(piece)
    } catch {
      // The counter is the host's and the text anybody's: its wording stays out of reach, bytes are an upper bound.
      return this.#fallBack('threw', piece)
    }
    // Zero as well: some heuristics give it for a megabyte of spaces, and no tokenizer for any text but the empty one.
    if (typeof tokens !== 'number' || !(tokens > 0) || tokens > Number.MAX_SAFE_INTEGER) {
      return this.#fallBack('implausible', piece)
    }
    return Math.ceil(tokens)
  }

  #fallBack(reason: FallbackReason, piece: string): number {
    this.#fallbacks[reason] += 1
    return byteBound(piece)
  }
}
