export {
  type CalibratedEstimator,
  type CalibratedOptions,
  calibrated,
  type FrozenCalibration,
  type TokenUsage,
} from './calibrated.ts'
export type { Framing } from './framing.ts'
export { type AnthropicImageResolution, anthropicImages } from './prices/anthropic-images.ts'
export { type FilePrice, filePrice, type PricedFile } from './prices/file-price.ts'
export { type GeminiImageRule, geminiImages } from './prices/gemini-images.ts'
export type { ImagePrice, ImageSize } from './prices/image-price.ts'
export { type OpenAIImageModel, openaiImages } from './prices/openai-images.ts'
export type { FallbackReason } from './text-counter.ts'
export { type TokenUpperBound, type TokenUpperBoundOptions, tokenUpperBound } from './token-upper-bound.ts'
export {
  type TokenizerEstimator,
  type TokenizerEstimatorOptions,
  tokenizerEstimator,
} from './tokenizer-estimator.ts'
