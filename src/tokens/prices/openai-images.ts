import type { ImagePrice, ImageSize } from './image-price.ts'
import { patchImages } from './patch-images.ts'

const tileTokens = {
  'gpt-4o': { base: 85, tile: 170 },
  'gpt-4.1': { base: 85, tile: 170 },
  'gpt-4o-mini': { base: 2_833, tile: 5_667 },
  'gpt-5': { base: 70, tile: 140 },
  o1: { base: 75, tile: 150 },
  o3: { base: 75, tile: 150 },
  'computer-use-preview': { base: 65, tile: 129 },
} as const

const patchTokens = {
  'gpt-4.1-mini': { budget: 1_536, multiplier: 1.62 },
  'gpt-4.1-nano': { budget: 1_536, multiplier: 2.46 },
  'o4-mini': { budget: 1_536, multiplier: 1.72 },
  'gpt-5-mini': { budget: 1_536, multiplier: 1.62 },
  'gpt-5-nano': { budget: 1_536, multiplier: 2.46 },
  'gpt-5.4-mini': { budget: 1_536, multiplier: 1.62 },
  'gpt-5.4-nano': { budget: 1_536, multiplier: 2.46 },
  'gpt-5.2': { budget: 1_536, multiplier: 1.2 },
  'gpt-5.4': { budget: 10_000, multiplier: 1.2 },
  'gpt-5.5': { budget: 10_000, multiplier: 1.2 },
  // No budget is published, and 12 megapixels were billed 14,364 (11,970 patches): known sizes are priced without one.
  'gpt-6': { budget: Number.POSITIVE_INFINITY, multiplier: 1.2, maximumTokens: 15_000 },
} as const

/** Models whose prices of images are known. */
export type OpenAIImageModel = keyof typeof tileTokens | keyof typeof patchTokens

/**
 * Images at OpenAI, at the highest detail of the model.
 *
 * Sources: developers.openai.com/api/docs/guides/images-vision ("Model sizing behavior", "Calculating costs": tiles, patch
 * budgets, multipliers), read in a stored copy of 2026. The 1.2 isn't on it; it was measured for gpt-5.2
 * (community.openai.com/t/1372291), gpt-5.5 and gpt-6 (huggingface.co/datasets/JOHNISKING/image-token-cost).
 */
export function openaiImages(model: OpenAIImageModel): ImagePrice {
  return isTiled(model) ? tileImages(tileTokens[model]) : patchImages({ side: 32, ...patchTokens[model] })
}

function isTiled(model: OpenAIImageModel): model is keyof typeof tileTokens {
  return Object.hasOwn(tileTokens, model)
}

/** Fitted into 2,048 by 2,048 pixels, then to a shorter side of 768, then covered with tiles of 512: 8 at most. */
function tileImages({ base, tile }: { readonly base: number; readonly tile: number }): ImagePrice {
  return Object.freeze({
    maximumTokens: base + 8 * tile,
    tokensOf: ({ width, height }: ImageSize) => {
      const scale = Math.min(1, 2_048 / Math.max(width, height), 768 / Math.min(width, height))
      return base + tile * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
    },
  })
}
