import { expectTypeOf, test } from 'vitest'
import { type AnthropicMessage, anthropic } from '../../../src/dialects/anthropic/index.ts'

// The types of the `@anthropic-ai/sdk` package are interfaces without an index signature, as these are.
interface TextBlockParam {
  text: string
  type: 'text'
  cache_control?: { type: 'ephemeral' } | null
}
interface ToolUseBlockParam {
  id: string
  input: unknown
  name: string
  type: 'tool_use'
}
interface ToolResultBlockParam {
  tool_use_id: string
  type: 'tool_result'
  content?: string | Array<TextBlockParam>
  is_error?: boolean
}
interface TurnParam {
  content: string | Array<TextBlockParam | ToolUseBlockParam | ToolResultBlockParam>
  role: 'user' | 'assistant'
}
interface SystemMessageParam {
  role: 'system'
  clear_at?: 'next_user_message' | 'never' | null
  content?: string | Array<TextBlockParam>
}
interface Message {
  id: string
  content: Array<TextBlockParam | ToolUseBlockParam>
  role: 'assistant'
  stop_reason: string | null
  type: 'message'
}

type MessageParam = TurnParam | SystemMessageParam

test('the message types of the Messages API are messages of the dialect', () => {
  expectTypeOf<MessageParam>().toExtend<AnthropicMessage>()
  expectTypeOf<Message>().toExtend<AnthropicMessage>()
})

test('a dialect of the host message type gives host messages', () => {
  expectTypeOf(anthropic<MessageParam>().userText).returns.toEqualTypeOf<MessageParam>()
  expectTypeOf(anthropic().userText).returns.toEqualTypeOf<AnthropicMessage>()
})
