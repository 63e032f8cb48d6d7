import { type GeminiContent, gemini } from 'plimsoll/dialects/gemini'
import { expectTypeOf, test } from 'vitest'
import type { Content } from './agents.ts'

test('the content type of the SDK is a content of the dialect', () => {
  expectTypeOf<Content>().toExtend<GeminiContent>()
  expectTypeOf(gemini<Content>().userText).returns.toEqualTypeOf<Content>()
})
