/** Pixels, as a file's header tells them. Both above 0. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** What one image costs in tokens. */
export interface ImagePrice {
  /** For an image whose size isn't known. */
  readonly maximumTokens: number
  /** At least what the provider bills for an image of this size, at the highest detail. */
  tokensOf(size: ImageSize): number
}
