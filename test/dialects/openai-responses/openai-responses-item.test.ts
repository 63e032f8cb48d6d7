import { expectTypeOf, test } from 'vitest'
import { type OpenAIResponsesItem, openaiResponses } from '../../../src/dialects/openai-responses/index.ts'

// The types of the `openai` package are interfaces without an index signature, as these are.
interface EasyInputMessage {
  content: string | Array<{ text: string; type: 'input_text' }>
  role: 'user' | 'assistant' | 'system' | 'developer'
  type?: 'message'
}
interface FunctionCall {
  arguments: string
  call_id: string
  name: string
  type: 'function_call'
  id?: string
}
interface FunctionCallOutput {
  output: string | Array<{ text: string; type: 'input_text' }>
  type: 'function_call_output'
  call_id?: string | null
  id?: string | null
}
interface ReasoningItem {
  id: string
  summary: Array<{ text: string; type: 'summary_text' }>
  type: 'reasoning'
  encrypted_content?: string | null
}
interface ItemReference {
  id: string
  type?: 'item_reference' | null
}

type InputItem = EasyInputMessage | FunctionCall | FunctionCallOutput | ReasoningItem | ItemReference

test('the input items of the Responses API are items of the dialect', () => {
  expectTypeOf<InputItem>().toExtend<OpenAIResponsesItem>()
})

test('a dialect of the host item type gives host items', () => {
  expectTypeOf(openaiResponses<InputItem>().answerCalls).returns.toEqualTypeOf<InputItem[]>()
  expectTypeOf(openaiResponses().userText).returns.toEqualTypeOf<OpenAIResponsesItem>()
})
