// An agent loop of one's own over an OpenAI-compatible API: `dispatch` stands where the request was sent.
import assert from 'node:assert/strict'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'

interface Reply extends OpenAIChatMessage {
  readonly tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

const chapterCount = 12
const sentBytes: number[] = []

// Once per process.
const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(16) }))

// Once per request.
await using run = plimsoll.openRun({ dialect: openaiChat() })

const messages: OpenAIChatMessage[] = [
  { role: 'system', content: 'You are a careful reader.' },
  { role: 'user', content: 'Read the book chapter by chapter. How does it end?' },
]
let reply: Reply
do {
  reply = await run.dispatch(messages, (bounded) => complete(bounded))
  messages.push(reply, ...(reply.tool_calls ?? []).map(({ id }) => readChapter(id)))
} while (reply.tool_calls)

assert.equal(reply.content, 'They sail home.')
assert.equal(messages.length, 2 + 2 * chapterCount + 1) // the history is whole
assert.equal(sentBytes.length, chapterCount + 1)
assert.ok(Math.max(...sentBytes) <= kibibytes(16))
console.log(
  `${sentBytes.length} calls, the largest ${Math.max(...sentBytes)} bytes; history ${textBytes(messages)} bytes`,
)

// Stands for the request: fetch('https://…/chat/completions', { body: JSON.stringify({ messages }) }).
async function complete(sent: readonly OpenAIChatMessage[]): Promise<Reply> {
  sentBytes.push(textBytes(sent))
  const number = sentBytes.length
  if (number > chapterCount) return { role: 'assistant', content: 'They sail home.' }
  const chapter = { name: 'read_chapter', arguments: JSON.stringify({ number }) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `chapter-${number}`, type: 'function', function: chapter }],
  }
}

function readChapter(id: string): OpenAIChatMessage {
  return { role: 'tool', tool_call_id: id, content: 'The sea was calm. '.repeat(150) }
}

function textBytes(list: readonly OpenAIChatMessage[]): number {
  return list.reduce(
    (sum, { content }) => sum + Buffer.byteLength(typeof content === 'string' ? content : ''),
    0,
  )
}
