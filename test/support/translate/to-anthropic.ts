import type { AnthropicMessage } from '../../../src/dialects/anthropic/index.ts'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { type Fields, textOf } from '../rule-server/wire.ts'
import { callsOf, dataOf, inputOf, partsOf, takeInstructions } from './chat-fields.ts'

/** A conversation as a client of the Messages API holds it: instructions outside, results of a turn in one message. */
export function toAnthropic(chat: readonly OpenAIChatMessage[]): {
  readonly system: string
  readonly messages: readonly AnthropicMessage[]
} {
  const { instructions, rest } = takeInstructions(chat)
  const messages: { role: string; content: Fields[]; isResults: boolean }[] = []
  for (const message of rest) {
    const isResults = message.role === 'tool'
    const content = isResults ? [resultBlock(message)] : contentBlocks(message)
    const last = messages.at(-1)
    if (isResults && last?.isResults) last.content.push(...content)
    else messages.push({ role: message.role === 'assistant' ? 'assistant' : 'user', content, isResults })
  }
  const marked = messages.flatMap(({ content }) => content.filter(isMarked)).slice(-mostMarks)
  const withoutOldMarks = (block: Fields): Fields => {
    if (!isMarked(block) || marked.includes(block)) return block
    const { cache_control: _, ...rest } = block
    return rest
  }
  return {
    system: instructions,
    messages: messages.map(({ role, content }) => ({ role, content: content.map(withoutOldMarks) })),
  }
}

// Clients move their cache marks along: the API takes no more than four.
const mostMarks = 4

function isMarked(block: Fields): boolean {
  return block['cache_control'] !== undefined
}

function contentBlocks(message: OpenAIChatMessage): Fields[] {
  const blocks = partsOf(message.content).map(toBlock)
  const uses = callsOf(message).map((call) => ({
    type: 'tool_use',
    id: wordOf(call.id),
    name: call.name,
    input: inputOf(call),
  }))
  return [...blocks, ...uses]
}

function resultBlock({ tool_call_id: id, content }: OpenAIChatMessage): Fields {
  const blocks = partsOf(content).map(toBlock)
  return { type: 'tool_result', tool_use_id: wordOf(textOf(id)), content: blocks.length === 0 ? '' : blocks }
}

function toBlock(part: Fields): Fields {
  const mark = part['cache_control'] === undefined ? {} : { cache_control: part['cache_control'] }
  if (part['type'] !== 'image_url') return { type: 'text', text: textOf(part['text']), ...mark }
  const image = dataOf(part)
  const source = image
    ? { type: 'base64', media_type: image.mediaType, data: image.data }
    : { type: 'url', url: 'https://pictures.example/one.png' }
  return { type: 'image', source, ...mark }
}

// Ids of the API are words of letters, digits, underscores and hyphens.
function wordOf(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_')
}
