import type {
  LanguageModelV2Prompt,
  LanguageModelV3Prompt,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { expectTypeOf, test } from 'vitest'
import { type AiSdkMessage, aiSdk } from '../../../src/dialects/ai-sdk/index.ts'

test('the prompts of the specifications v2, v3 and v4 are messages of the dialect', () => {
  expectTypeOf<LanguageModelV2Prompt[number]>().toExtend<AiSdkMessage>()
  expectTypeOf<LanguageModelV3Prompt[number]>().toExtend<AiSdkMessage>()
  expectTypeOf<LanguageModelV4Prompt[number]>().toExtend<AiSdkMessage>()
})

test('a dialect of one specification gives messages of that specification', () => {
  const dialect = aiSdk<LanguageModelV4Message>({ provider: 'openai.responses' })
  expectTypeOf(dialect.userText).returns.toEqualTypeOf<LanguageModelV4Message>()
  expectTypeOf(dialect.answerCalls).returns.toEqualTypeOf<LanguageModelV4Message[]>()
})
