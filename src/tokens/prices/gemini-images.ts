import type { ImagePrice, ImageSize } from './image-price.ts'

const fixedTokens = { low: 280, medium: 560, high: 1_120, ultraHigh: 2_240 } as const
const tokensPerTile = 258

/** `tiles` up to Gemini 2.5; from Gemini 3 on the media resolution of the request or part. */
export type GeminiImageRule = 'tiles' | keyof typeof fixedTokens

/**
 * Images at Gemini. With tiles: fitted into 3,072 by 3,072 pixels, then 258 tokens up to 384 by 384, else 258 a tile of
 * 768 by 768; tiles are smaller, 1 / 1.5 of the shorter side, where that is below 1,152. 24 at most. From Gemini 3 on a
 * fixed number a media resolution; `high` unless the request says otherwise.
 *
 * Sources: ai.google.dev/gemini-api/docs/tokens, /image-understanding and /media-resolution;
 * firebase.google.com/docs/vertex-ai/input-file-requirements (3,072); geminibyexample.com/027-calculate-input-tokens.
 */
export function geminiImages(rule: GeminiImageRule = 'tiles'): ImagePrice {
  return rule === 'tiles' ? tiledImages : fixedImages(fixedTokens[rule])
}

const tiledImages: ImagePrice = Object.freeze({
  maximumTokens: 24 * tokensPerTile,
  tokensOf: (size: ImageSize) => {
    const scale = Math.min(1, 3_072 / Math.max(size.width, size.height))
    // Whole pixels: a rounding error must not open another row of tiles.
    const width = Math.max(1, Math.round(size.width * scale))
    const height = Math.max(1, Math.round(size.height * scale))
    if (width <= 384 && height <= 384) return tokensPerTile
    const side = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)))
    return tokensPerTile * Math.ceil(width / side) * Math.ceil(height / side)
  },
})

function fixedImages(tokens: number): ImagePrice {
  return Object.freeze({ maximumTokens: tokens, tokensOf: () => tokens })
}
