import type { ModelMessage } from 'ai'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'

/** The conversation as the AI SDK writes it. */
export function toModelMessages(messages: readonly OpenAIChatMessage[]): ModelMessage[] {
  return messages.map((message): ModelMessage => {
    const content = String(message.content ?? '')
    if (message.role === 'tool') {
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: String(message.tool_call_id),
            toolName: 'read_file',
            output: { type: 'text', value: content },
          },
        ],
      }
    }
    if (message.role !== 'assistant') return { role: message.role === 'system' ? 'system' : 'user', content }
    const calls = (message.tool_calls ?? []) as { id: string; function: { name: string; arguments: string } }[] // as generated
    return {
      role: 'assistant',
      content: [
        { type: 'text', text: content },
        ...calls.map((call) => ({
          type: 'tool-call' as const,
          toolCallId: call.id,
          toolName: call.function.name,
          input: JSON.parse(call.function.arguments) as unknown,
        })),
      ],
    }
  })
}
