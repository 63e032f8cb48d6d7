// A limit in tokens without a tokenizer: an upper bound that learns from what the provider bills.
import assert from 'node:assert/strict'
import { createPlimsoll, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { calibrated, tokenUpperBound } from 'plimsoll/tokens'

// One a model: it lives as long as the process. The bound is far above what is billed, and may come down to a third.
const estimator = calibrated(tokenUpperBound(), { safetyFactor: 0.3 })
const plimsoll = createPlimsoll(recommended({ hardLimitTokens: 2_000, estimator }))

const history: OpenAIChatMessage[] = [{ role: 'system', content: 'You keep a diary.' }]
const kept: number[] = []
for (let day = 1; day <= 40; day += 1) {
  history.push({ role: 'user', content: `Day ${day}: ${'the sea was calm, and we sailed on. '.repeat(4)}` })
  await using run = plimsoll.openRun({ dialect: openaiChat() })
  const call = await run.assemble(history)
  kept.push(call.messages.length)
  const { answer, inputTokens } = complete(call.messages)
  await call.commit({ usage: { inputTokens } })
  history.push({ role: 'assistant', content: answer })
}

assert.ok(Math.max(...kept.slice(20)) > 1.5 * Math.max(...kept.slice(0, 8))) // what it learned makes room
console.log(
  `${history.length} messages; the most that fitted: ${Math.max(...kept.slice(0, 8))} at first, ${Math.max(...kept)} later`,
)

// Stands for a provider that counts a token for every four characters, and bills what it counts.
function complete(sent: readonly OpenAIChatMessage[]): {
  readonly answer: string
  readonly inputTokens: number
} {
  const characters = sent.reduce((sum, { content }) => sum + String(content).length, 0)
  const inputTokens = Math.ceil(characters / 4)
  assert.ok(inputTokens <= 2_000)
  return { answer: `Noted. ${'Another line for the diary. '.repeat(3)}`, inputTokens }
}
