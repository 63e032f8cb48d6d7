import type { ImagePrice, ImageSize } from './image-price.ts'

export interface PatchRule {
  /** Side of a patch, in pixels. */
  readonly side: number
  /** The most patches that an image is given: larger ones are scaled down until they fit. */
  readonly budget: number
  /** Tokens a patch. Default 1. */
  readonly multiplier?: number
  /** Tokens of an image of unknown size. Default: those of a full budget. */
  readonly maximumTokens?: number
}

/**
 * A price by square patches that cover the image. Scaling down to a budget leaves at most that many, so the smaller of the
 * two numbers is never too few.
 */
export function patchImages({ side, budget, multiplier = 1, maximumTokens }: PatchRule): ImagePrice {
  return Object.freeze({
    maximumTokens: maximumTokens ?? Math.ceil(budget * multiplier),
    tokensOf: ({ width, height }: ImageSize) =>
      Math.ceil(Math.min(Math.ceil(width / side) * Math.ceil(height / side), budget) * multiplier),
  })
}
