// A loop of one's own with nothing but fetch, against any URL that speaks Chat Completions: give yours as an argument.
import assert from 'node:assert/strict'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { startRuleServer } from '../test/support/rule-server/start-rule-server.ts'

interface Reply extends OpenAIChatMessage {
  readonly tool_calls?: readonly { readonly id: string }[]
}
type Answer = { readonly choices: readonly [{ readonly message: Reply }] }

// Stands for a provider: asks for the tool eight times, and refuses what providers refuse.
const askForTool = { calls: [{ name: 'look' }] }
const turns = [...Array(8).fill(askForTool), { text: 'A ship came in.' }]
const server = process.argv[2] ? undefined : await startRuleServer({ turns, contextLimitBytes: 5_000 })
const url = process.argv[2] ?? `${server?.url}/v1`

const headers = { 'content-type': 'application/json', authorization: `Bearer ${process.env['API_KEY']}` }
const tools = [{ type: 'function', function: { name: 'look', description: 'Looks out of the window.' } }]
const look = ({ id }: { id: string }) => ({ role: 'tool', tool_call_id: id, content: 'Fog. '.repeat(200) })

const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(4) })) // once per process
await using run = plimsoll.openRun({ dialect: openaiChat({ provider: 'openai' }) }) // once per request

const overhead = [JSON.stringify(tools)]
const messages: OpenAIChatMessage[] = [{ role: 'user', content: 'Watch the harbour. What comes in?' }]
const sentBytes: number[] = []
const send = async (bounded: readonly OpenAIChatMessage[], { signal }: { signal: AbortSignal }) => {
  const body = JSON.stringify({ model: 'gpt-5', messages: bounded, tools })
  sentBytes.push(Buffer.byteLength(body))
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body, signal })
  if (!response.ok) throw new Error(`The provider answered ${response.status}.`)
  const { choices } = (await response.json()) as Answer // what the API promises
  return choices[0].message
}
let reply: Reply
do {
  reply = await run.dispatch(messages, send, { overhead })
  messages.push(reply, ...(reply.tool_calls ?? []).map(look))
} while (reply.tool_calls)
await server?.close()

assert.equal(reply.content, 'A ship came in.')
assert.equal(messages.length, 2 * sentBytes.length) // the history is whole
assert.ok(JSON.stringify(messages).length > 8_000)
assert.ok(Math.max(...sentBytes) < 5_000)
console.log(`${sentBytes.length} requests, the largest ${Math.max(...sentBytes)} bytes: ${reply.content}`)
