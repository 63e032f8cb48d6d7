// A loop of one's own with nothing but fetch, against any URL that speaks Chat Completions: give one as an argument.
import assert from 'node:assert/strict'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { startRuleServer } from '../test/support/rule-server/start-rule-server.ts'

interface Reply extends OpenAIChatMessage {
  readonly tool_calls?: readonly { readonly id: string }[]
}

const limit = kibibytes(4)
const tools = [{ type: 'function', function: { name: 'look', description: 'Looks out of the window.' } }]
const sentBytes: number[] = []

// Stands for a provider, and refuses what providers refuse: broken sequences, and a context beyond its window.
const calls = Array.from({ length: 8 }, () => ({ calls: [{ name: 'look' }] }))
await using model = await openModel()

// Once per process.
const plimsoll = createPlimsoll(recommended({ hardLimitBytes: limit }))

// Once per request.
await using run = plimsoll.openRun({ dialect: openaiChat({ provider: 'openai' }) })
const overhead = [JSON.stringify(tools)]
const messages: OpenAIChatMessage[] = [{ role: 'user', content: 'Watch the harbour. What comes in?' }]
let reply: Reply
do {
  reply = await run.dispatch(messages, (bounded, { signal }) => complete(bounded, signal), { overhead })
  messages.push(reply, ...(reply.tool_calls ?? []).map(look))
} while (reply.tool_calls)

assert.equal(reply.content, 'A ship came in.')
assert.equal(messages.length, 1 + 2 * calls.length + 1) // the history is whole
assert.ok(Math.max(...sentBytes) <= limit + kibibytes(1)) // JSON writes a frame around what is measured
assert.ok(JSON.stringify(messages).length > 2 * limit)
console.log(`${sentBytes.length} requests, the largest ${Math.max(...sentBytes)} bytes on the wire`)

async function complete(sent: readonly OpenAIChatMessage[], signal: AbortSignal): Promise<Reply> {
  const body = JSON.stringify({ model: 'gpt-5', messages: sent, tools })
  sentBytes.push(Buffer.byteLength(body))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${process.env['API_KEY']}` }
  const response = await fetch(`${model.url}/chat/completions`, { method: 'POST', headers, body, signal })
  if (!response.ok) throw new Error(`The provider answered ${response.status}.`)
  const { choices } = await response.json()
  return choices[0].message
}
