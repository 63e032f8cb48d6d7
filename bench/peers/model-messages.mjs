/** The conversation as the AI SDK writes it, for prompts and for stored messages alike. */
export function toModelMessages(messages) {
  return messages.map((message) => {
    if (message.role === 'tool') return { role: 'tool', content: [toolResult(message)] }
    if (message.role === 'system') return { role: 'system', content: message.content }
    if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.content }] }
    return { role: 'assistant', content: [{ type: 'text', text: message.content }, ...toolCalls(message)] }
  })
}

function toolResult({ tool_call_id: toolCallId, content }) {
  return { type: 'tool-result', toolCallId, toolName: 'read_file', output: { type: 'text', value: content } }
}

function toolCalls({ tool_calls: calls = [] }) {
  return calls.map((call) => ({
    type: 'tool-call',
    toolCallId: call.id,
    toolName: call.function.name,
    input: JSON.parse(call.function.arguments),
  }))
}
