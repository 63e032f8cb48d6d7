import type { ImagePrice } from './image-price.ts'
import { patchImages } from './patch-images.ts'

const budgets = {
  /** Longer side up to 1,568 pixels, about 1,600 tokens: models before Opus 4.7, and Haiku 4.5. */
  standard: 1_600,
  /** Longer side up to 2,576 pixels, 3.75 megapixels: Opus 4.7 and later. */
  high: 4_784,
} as const

/** The resolution at which a model sees images. */
export type AnthropicImageResolution = keyof typeof budgets

/**
 * Images at Anthropic: a token a patch of 28 by 28 pixels, scaled down to the resolution of the model.
 *
 * Sources: platform.claude.com/docs/en/build-with-claude/vision ("Evaluate image size"), which had (width * height) / 750
 * before; limits as measured at claudecodecamp.com/p/images-cost-3x-more-tokens-in-claude-opus-4-7. The rule fits all the
 * sizes below the limits in huggingface.co/datasets/JOHNISKING/image-token-cost to the token.
 */
export function anthropicImages(resolution: AnthropicImageResolution = 'high'): ImagePrice {
  return patchImages({ side: 28, budget: budgets[resolution] })
}
