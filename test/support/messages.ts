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

/** An assistant message that calls a tool which the provider runs itself. */
export const providerCall = (id: string): OpenAIChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id, type: 'function', providerExecuted: true, function: { name: 'search', arguments: '{}' } },
  ],
})

/** An assistant message that asks for an approval, with the call that it is about unless that stands elsewhere. */
export const approvalRequest = (approvalId: string, callId: string, withCall = true): OpenAIChatMessage => ({
  ...(withCall ? calls(callId) : { role: 'assistant' }),
  content: [{ type: 'tool-approval-request', approvalId, toolCallId: callId }],
})

/** A message that answers a request for approval. */
export const approvalResponse = (approvalId: string): OpenAIChatMessage => ({
  role: 'user',
  content: [{ type: 'tool-approval-response', approvalId, approved: true }],
})

/** An assistant message that holds nothing but reasoning. */
export const reasoning = (text = 'One step at a time.'): OpenAIChatMessage => ({
  role: 'assistant',
  content: null,
  reasoning_content: text,
})

/** An assistant message with a provider's own compaction item. */
export const compaction = (content = 'Before: much.'): OpenAIChatMessage => ({
  role: 'assistant',
  content: [{ type: 'compaction', content }],
})
