import * as ai7 from 'ai'
import * as ai6 from 'ai-v6'

// Taken from the SDK: `@ai-sdk/provider` next to these tests is the one before.
export type LanguageModelV4 = Extract<ai7.LanguageModel, { readonly specificationVersion: 'v4' }>
export type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0]

/** One release of the AI SDK, with one specification of its models. */
export interface Seam {
  readonly title: string
  readonly major: 6 | 7
  readonly sdk: typeof ai7
  readonly specificationVersion: 'v3' | 'v4'
}

// What the tests use of both majors has the same shape; where it hasn't, they ask for the major.
const six = ai6 as unknown as typeof ai7

/** The majors that are supported, and the adapter by which 7 takes models of the specification before. */
export const seams: readonly Seam[] = [
  { title: 'ai 7, v4 model', major: 7, sdk: ai7, specificationVersion: 'v4' },
  { title: 'ai 7, v3 model', major: 7, sdk: ai7, specificationVersion: 'v3' },
  { title: 'ai 6, v3 model', major: 6, sdk: six, specificationVersion: 'v3' },
]
