import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'

/** Builders of chat messages. Each holds defaults, so that a test states only what matters. */
export const system = (content = 'Answer in short sentences.'): OpenAIChatMessage => ({
  role: 'system',
  content,
})

export const user = (content = 'What is next?'): OpenAIChatMessage => ({ role: 'user', content })

export const assistant = (content = 'This is next.'): OpenAIChatMessage => ({ role: 'assistant', content })

/** An assistant message that calls a tool once for each id. */
export const calls = (...ids: readonly string[]): OpenAIChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
})

export const result = (id: string, content = 'seen'): OpenAIChatMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
})

/** A call and its result. */
export const exchange = (id: string, content = 'seen'): OpenAIChatMessage[] => [
  calls(id),
  result(id, content),
]

/** A text of exactly this many UTF-8 bytes. */
export const bytes = (count: number, letter = 'x'): string => letter.repeat(count)

/** A long conversation: instructions, a task, and this many exchanges of about `size` bytes each. */
export const toolLoop = (rounds: number, size = 500): OpenAIChatMessage[] => [
  system(),
  user('Look at everything.'),
  ...Array.from({ length: rounds }, (_, round) => exchange(`call-${round}`, bytes(size))).flat(),
]
