// The AI SDK: `boundModel` stands where the model did. Refusals of a stream are heard in `onRefusal` (and `onError`).
import assert from 'node:assert/strict'
import { isStepCount, streamText, tool } from 'ai'
import { createPlimsoll, kibibytes, type PlimsollError, recommended } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { z } from 'zod'
import { scriptedModel } from './agent/scripted-model.ts'

// Stands for a provider's model, such as openai('gpt-5').
const model = scriptedModel(
  Array.from({ length: 10 }, (_, page) => [{ toolName: 'read', input: { path: `page-${page}` } }]),
)

// Once per process.
const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(8) }))

// Once per request.
const sizes: number[] = []
const refusals: PlimsollError[] = []
await using run = plimsoll.openRun({
  onRefusal: (error) => refusals.push(error),
  report: (event) => {
    if (event.type === 'assembly.composed') sizes.push(event.diagnostics.finalSize)
  },
})

const result = streamText({
  model: boundModel(model, run),
  tools: {
    read: tool({
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => `${path}: ${'The sea was calm. '.repeat(100)}`,
    }),
  },
  stopWhen: isStepCount(20),
  prompt: 'Read the ten pages. How many are there?',
})
let text = ''
for await (const delta of result.textStream) text += delta

assert.deepEqual(refusals, [])
assert.equal(sizes.length, 11)
assert.ok(Math.max(...sizes) <= kibibytes(8))
assert.match(text, /read 10 files/)
assert.equal((await result.responseMessages).length, 21) // the history is whole
console.log(`${sizes.length} calls, the largest ${Math.max(...sizes)} bytes of ${kibibytes(8)}: ${text}`)
