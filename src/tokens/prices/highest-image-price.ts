import { anthropicImages } from './anthropic-images.ts'
import { geminiImages } from './gemini-images.ts'
import type { ImagePrice, ImageSize } from './image-price.ts'
import { openaiImages } from './openai-images.ts'

// gpt-4o-mini is left out: it bills an image at up to 48,169 tokens, 33 times those of gpt-4o.
const prices: readonly ImagePrice[] = [
  openaiImages('gpt-6'),
  openaiImages('gpt-5-nano'),
  openaiImages('gpt-4o'),
  anthropicImages('high'),
  geminiImages('tiles'),
  geminiImages('ultraHigh'),
]

/** The highest of the published image prices, for a provider that isn't known; gpt-4o-mini's aside. */
export const highestImagePrice: ImagePrice = Object.freeze({
  maximumTokens: Math.max(...prices.map(({ maximumTokens }) => maximumTokens)),
  tokensOf: (size: ImageSize) => Math.max(...prices.map((price) => price.tokensOf(size))),
})
