// Large results stay in a workspace, and come back for one call when the model asks for them. A loop of one's own.
import assert from 'node:assert/strict'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { artifactWorkspace, parseEnvelope } from 'plimsoll/artifacts'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { rehydrateTool } from 'plimsoll/tools'

const workspace = artifactWorkspace() // once per process; see the guide for folders, Redis and others
const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(32) }))

await using run = plimsoll.openRun({
  workspace,
  offload: { inlineLimitBytes: kibibytes(2), previewBytes: 60 },
})
const readArtifact = rehydrateTool(run)

const log = Array.from({ length: 900 }, (_, line) => `line ${line}: the sea was calm`).join('\n')
const tools = { fetch_log: async () => log, read_artifact: readArtifact.execute }

// Stands for a provider: asks for the log, reads a part of it back, and answers.
const sent: string[] = []
const model = (
  messages: readonly OpenAIChatMessage[],
): { name?: keyof typeof tools; input?: object; text?: string } => {
  sent.push(JSON.stringify(messages))
  const reference = parseEnvelope(String(messages[2]?.content))
  if (sent.length === 1) return { name: 'fetch_log', input: {} }
  if (sent.length > 2) return { text: 'The sea was calm.' }
  return {
    name: 'read_artifact',
    input: { reference: `artifact://sha256/${reference?.digest}`, range: [0, 4_000] },
  }
}

const messages: OpenAIChatMessage[] = [{ role: 'user', content: 'How was the sea?' }]
for (let answer = ''; answer === ''; ) {
  const { name, input, text = '' } = await run.dispatch(messages, (bounded) => model(bounded))
  answer = text
  if (!name) continue
  const call = {
    id: `call-${messages.length}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }
  const result = await tools[name](input)
  // The history holds what `offload` says: a small result itself, a large one as an envelope.
  const { text: content } = await run.offload(result, { tool: name, readBack: name === 'read_artifact' })
  messages.push({ role: 'assistant', content: null, tool_calls: [call] })
  messages.push({ role: 'tool', tool_call_id: call.id, content })
}

assert.ok(log.length > 20_000)
assert.ok(JSON.stringify(messages).length < 2_000) // what the host stores
assert.deepEqual(
  sent.map((request) => request.includes('line 100:')),
  [false, false, true], // in the call after the model asked, and in no other
)
const { offloads, rehydrations } = run.metrics()
assert.equal(offloads.outcomes.offloaded, 1)
assert.equal(rehydrations.outcomes.resolved, 1)
console.log(
  `${log.length} bytes stayed out of ${sent.length} requests, ${rehydrations.outputBytes} came back for one`,
)
