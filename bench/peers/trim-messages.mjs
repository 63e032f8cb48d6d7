import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from '@langchain/core/messages'

/** LangChain: keeps the last messages within a limit, told by a counter of characters. */
export const subject = {
  name: 'trimMessages',
  prepare: (messages) => messages.map(toMessage),
  open: (limitBytes) => ({
    call: (messages) =>
      trimMessages(messages, {
        maxTokens: limitBytes,
        strategy: 'last',
        includeSystem: true,
        tokenCounter: (list) => list.reduce((sum, message) => sum + sizeOf(message), 0),
      }),
  }),
}

function sizeOf(message) {
  return message.content.length + (message.tool_calls?.length ? JSON.stringify(message.tool_calls).length : 0)
}

function toMessage({ role, content, tool_call_id: id, tool_calls: calls = [] }) {
  if (role === 'system') return new SystemMessage(content)
  if (role === 'user') return new HumanMessage(content)
  if (role === 'tool') return new ToolMessage({ content, tool_call_id: id })
  const toolCalls = calls.map((call) => ({
    id: call.id,
    name: call.function.name,
    args: JSON.parse(call.function.arguments),
  }))
  return new AIMessage({ content, tool_calls: toolCalls })
}
