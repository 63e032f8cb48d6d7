import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { anthropicImages } from '../../../src/tokens/prices/anthropic-images.ts'
import { geminiImages } from '../../../src/tokens/prices/gemini-images.ts'
import { highestImagePrice } from '../../../src/tokens/prices/highest-image-price.ts'
import type { ImagePrice } from '../../../src/tokens/prices/image-price.ts'
import { openaiImages } from '../../../src/tokens/prices/openai-images.ts'

// Counts as they were billed (huggingface.co/datasets/JOHNISKING/image-token-cost): Claude 5.5 without the 77 tokens of its
// text, and GPT-6 and GPT-5.5 at their default detail.
test.each([
  [256, 256, 100, 77, 77],
  [512, 512, 361, 308, 308],
  [768, 768, 784, 692, 692],
  [1_024, 1_024, 1_369, 1_229, 1_229],
  [1_280, 720, 1_196, 1_104, 1_104],
  [1_920, 1_080, 2_691, 2_448, 2_448],
  [3_840, 2_160, 2_992, 9_792, 9_792],
  [4_032, 3_024, 3_928, 14_364, 11_868],
])('%d by %d pixels are priced at what was billed or more', (width, height, claude, gpt6, gpt55) => {
  const size = { width, height }
  expect(anthropicImages('high').tokensOf(size)).toBeGreaterThanOrEqual(claude)
  expect(openaiImages('gpt-6').tokensOf(size)).toBe(gpt6)
  expect(openaiImages('gpt-5.5').tokensOf(size)).toBeGreaterThanOrEqual(gpt55)
  expect(highestImagePrice.tokensOf(size)).toBeGreaterThanOrEqual(Math.max(claude, gpt6, gpt55))
})

test('small images at Anthropic cost a token a patch of 28 pixels', () => {
  expect(anthropicImages().tokensOf({ width: 1_024, height: 1_024 })).toBe(1_369)
  expect(anthropicImages('standard').maximumTokens).toBe(1_600)
})

// Examples of the published guide, and one as it was billed (community.openai.com/t/1281361, with 8 tokens of text).
test.each([
  ['gpt-4o', 1_024, 1_024, 765],
  ['gpt-4o', 2_048, 4_096, 1_105],
  ['gpt-4o', 512, 512, 255],
  ['gpt-4.1', 2_049, 513, 1_445],
  ['gpt-5', 1_024, 1_024, 630],
  ['gpt-4.1-mini', 1_024, 1_024, 1_659],
] as const)('%s bills an image of %d by %d at %d', (model, width, height, tokens) => {
  expect(openaiImages(model).tokensOf({ width, height })).toBe(tokens)
})

test('a budget of patches is never exceeded', () => {
  const price = openaiImages('gpt-4.1-mini')
  expect(price.tokensOf({ width: 1_800, height: 2_400 })).toBe(Math.ceil(1_536 * 1.62))
  expect(price.maximumTokens).toBe(Math.ceil(1_536 * 1.62))
})

test('Gemini bills by tiles, or by media resolution', () => {
  expect(geminiImages().tokensOf({ width: 384, height: 384 })).toBe(258)
  expect(geminiImages().tokensOf({ width: 960, height: 540 })).toBe(6 * 258)
  expect(geminiImages().tokensOf({ width: 3_072, height: 3_072 })).toBe(16 * 258)
  expect(geminiImages().tokensOf({ width: 7_333, height: 87_986 })).toBe(12 * 258)
  expect(geminiImages('high').tokensOf({ width: 4_032, height: 3_024 })).toBe(1_120)
})

const prices: readonly (readonly [string, ImagePrice])[] = [
  ['gpt-4o', openaiImages('gpt-4o')],
  ['gpt-4o-mini', openaiImages('gpt-4o-mini')],
  ['gpt-5.5', openaiImages('gpt-5.5')],
  ['gpt-5-nano', openaiImages('gpt-5-nano')],
  ['Anthropic', anthropicImages()],
  ['Gemini', geminiImages()],
]

for (const [name, price] of prices) {
  property.prop([fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 })])(
    `an image at ${name} costs a whole number above 0, and at most its maximum`,
    (width, height) => {
      const tokens = price.tokensOf({ width, height })
      expect(Number.isSafeInteger(tokens)).toBe(true)
      expect(tokens).toBeGreaterThan(0)
      expect(tokens).toBeLessThanOrEqual(price.maximumTokens)
    },
  )
}
