import { type Fields, isFields } from '../../dialects/fields.ts'

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  developer: 'developer',
  tool: 'tool',
  function: 'function',
}

/**
 * A serialised LangChain message as an OpenAI chat message: the same text, calls, results and reasoning. A call that
 * stands both in the content and in `tool_calls` counts once. Undefined for what is no such message.
 */
export function convertLangChain(item: unknown): Fields | undefined {
  if (!isFields(item)) return undefined
  const fields = item['lc'] === 1 && isFields(item['kwargs']) ? item['kwargs'] : item
  const role = roles[typeOf(item, fields)]
  if (role === undefined) return undefined
  const { content, name, tool_call_id } = fields
  const message = { role, content, ...(typeof name === 'string' ? { name } : {}) }
  if (role === 'tool') return { ...message, tool_call_id }
  if (role !== 'assistant') return message
  const calls = callsOf(fields)
  const reasoning = isFields(fields['additional_kwargs'])
    ? fields['additional_kwargs']['reasoning_content']
    : undefined
  return {
    ...message,
    content: withoutCalls(content),
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

// `type` is in the fields; a constructor form without it names the class, such as AIMessageChunk.
function typeOf(item: Fields, { type }: Fields): string {
  const path = item['id']
  const name = Array.isArray(path) ? String(path.at(-1)).replace(/Message(Chunk)?$/, '') : ''
  const known = typeof type === 'string' && type !== 'constructor' ? type.replace(/MessageChunk$/, '') : name
  return known.toLowerCase()
}

function callsOf(fields: Fields): readonly Fields[] {
  const { tool_calls, invalid_tool_calls, content } = fields
  const listed = [tool_calls, invalid_tool_calls].flatMap((list) => (Array.isArray(list) ? list : []))
  const calls = listed.length > 0 ? listed : blocksOf(content).filter(isCallBlock)
  return calls.filter(isFields).map(({ id, name, args, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args ?? input ?? {}) },
  }))
}

function withoutCalls(content: unknown): unknown {
  return Array.isArray(content) ? content.filter((block) => !isCallBlock(block)) : content
}

function blocksOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : []
}

function isCallBlock(block: unknown): boolean {
  return isFields(block) && (block['type'] === 'tool_use' || block['type'] === 'tool_call')
}
