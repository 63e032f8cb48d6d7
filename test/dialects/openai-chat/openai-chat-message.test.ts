import { expectTypeOf, test } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../../src/dialects/openai-chat/index.ts'

// The types of the `openai` package are interfaces without an index signature, as these are.
interface UserParam {
  content: string | Array<{ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }>
  role: 'user'
  name?: string
}
interface AssistantParam {
  role: 'assistant'
  audio?: { id: string } | null
  content?: string | Array<{ type: 'text'; text: string } | { type: 'refusal'; refusal: string }> | null
  function_call?: { arguments: string; name: string } | null
  name?: string
  refusal?: string | null
  tool_calls?: Array<
    | { id: string; type: 'function'; function: { arguments: string; name: string } }
    | { id: string; type: 'custom'; custom: { input: string; name: string } }
  >
}
interface ToolParam {
  content: string | Array<{ type: 'text'; text: string }>
  role: 'tool'
  tool_call_id: string
}
interface FunctionParam {
  content: string | null
  name: string
  role: 'function'
}

type MessageParam = UserParam | AssistantParam | ToolParam | FunctionParam

test('the message types of Chat Completions are messages of the dialect', () => {
  expectTypeOf<MessageParam>().toExtend<OpenAIChatMessage>()
})

test('a dialect of the host message type gives host messages', () => {
  expectTypeOf(openaiChat<MessageParam>().userText).returns.toEqualTypeOf<MessageParam>()
  expectTypeOf(openaiChat().userText).returns.toEqualTypeOf<OpenAIChatMessage>()
})
