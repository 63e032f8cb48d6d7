import { type Fields, isFields } from '../../dialects/fields.ts'

/**
 * A message of a pi session as an OpenAI chat message: the same text, reasoning, calls, results and images. Undefined for
 * what is no such message.
 */
export function convertPi(message: unknown): Fields | undefined {
  if (!isFields(message)) return undefined
  const { role, content } = message
  if (role === 'user' || role === 'system') return { role, content: partsOf(content) }
  if (role === 'toolResult')
    return {
      role: 'tool',
      tool_call_id: message['toolCallId'],
      name: message['toolName'],
      content: partsOf(content),
    }
  if (role === 'assistant') return convertAnswer(content)
  // What the user ran himself is told to the model as the user's words.
  if (role === 'bashExecution')
    return { role: 'user', content: `${message['command']}\n${message['output']}` }
  return undefined
}

function convertAnswer(content: unknown): Fields {
  const blocks = Array.isArray(content) ? content.filter(isFields) : []
  const thoughts = blocks
    .filter(({ type }) => type === 'thinking')
    .map(({ thinking }) => String(thinking ?? ''))
  const calls = blocks
    .filter(({ type }) => type === 'toolCall')
    .map(({ id, name, arguments: input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    }))
  const rest = Array.isArray(content)
    ? content.filter(
        (block) => !isFields(block) || (block['type'] !== 'thinking' && block['type'] !== 'toolCall'),
      )
    : content
  return {
    role: 'assistant',
    content: Array.isArray(rest) && rest.length === 0 ? null : partsOf(rest),
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('\n') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function partsOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((block: unknown) => {
    if (!isFields(block)) return block
    if (block['type'] === 'text') return { type: 'text', text: block['text'] }
    if (block['type'] !== 'image') return block
    return { type: 'image_url', image_url: { url: `data:${block['mimeType']};base64,${block['data']}` } }
  })
}
