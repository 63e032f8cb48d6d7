// A summary of what is left out, written by a model through the AI SDK. With a memory it is paid once, not on every call.
import assert from 'node:assert/strict'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { generateText } from 'ai'
import { createPlimsoll, kibibytes, recommended, reductionMemory } from 'plimsoll'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { summarize } from 'plimsoll/reducers'

// Stands for a small model of a provider, such as openai('gpt-5-mini').
let asked = 0
const small: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'scripted',
  modelId: 'small',
  supportedUrls: {},
  doGenerate: async () => {
    asked += 1
    return {
      content: [{ type: 'text', text: 'The user reads a log book; the first pages tell of calm seas.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 15, text: 15, reasoning: 0 },
      },
      warnings: [],
    }
  },
  doStream: () => Promise.reject(new Error('Summaries are not streamed')),
}

const plimsoll = createPlimsoll(
  recommended({
    hardLimitBytes: kibibytes(16),
    upstreamReducer: summarize({
      // Never the bound model of the same run: a reducer that waits for its own run is refused.
      generate: ({ instructions, prompt, signal }) =>
        generateText({ model: small, instructions, prompt, abortSignal: signal }),
      maxSummarySize: 1_000,
    }),
  }),
)
const memory = reductionMemory()
await using run = plimsoll.openRun<OpenAIChatMessage>({ memory })

const messages: OpenAIChatMessage[] = [{ role: 'user', content: 'Read me the log book.' }]
let last: readonly OpenAIChatMessage[] = []
for (let page = 0; page < 20; page += 1) {
  await run.dispatch(messages, (bounded) => {
    last = bounded
  })
  messages.push({ role: 'assistant', content: `Page ${page}: ${'The sea was calm. '.repeat(100)}` })
  messages.push({ role: 'user', content: 'The next page.' })
}

assert.match(String(last[1]?.content), /^Summary of earlier conversation, written by a model\./)
assert.equal(messages.length, 41) // the history is whole
assert.ok(asked >= 1 && asked <= 6)
console.log(`20 calls, ${asked} summaries; the last call sent ${last.length} of 39 messages`)
