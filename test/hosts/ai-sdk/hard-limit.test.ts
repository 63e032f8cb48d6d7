import type { ModelMessage } from 'ai'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { promptBytes, toolBytes } from './prompt-bytes.ts'
import { responseMessages } from './response-messages.ts'
import { call, type ScriptedModel, say, scriptedModel } from './scripted-model.ts'
import { type Seam, seams } from './sdks.ts'
import { plimsollOf, type WatchedRun, watchRun } from './watch-run.ts'

const limit = 4_000
const conversation: ModelMessage[] = [
  { role: 'user', content: 'What is the weather like?' },
  { role: 'assistant', content: 'Mild.' },
  { role: 'user', content: 'Look five times.' },
]

describe.each(seams)('a loop that grows beyond the limit in $title', (seam) => {
  test('sends more than the limit from its third result on without a bound', async () => {
    const { sizes } = await generate(seam)
    expect(sizes.map((size) => size > limit)).toEqual([false, false, false, true, true, true])
  })

  test('sends nothing above the limit when it generates', async () => {
    const { sizes, watched, scripted } = await generate(seam, watch())
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit)
    expect(watched?.composed.map(({ outcome }) => outcome)).toEqual([
      ...Array(3).fill('withinLimit'),
      ...Array(3).fill('reduced'),
    ])
    expect(watched?.composed.map(({ finalSize }) => finalSize)).toEqual(sizes)
    expect(watched?.composed.every(({ finalSequenceValid }) => finalSequenceValid === true)).toBe(true)
    expect(scripted.prompts.at(-1)?.[0]).toEqual({ role: 'system', content: 'Answer shortly.' })
  })

  test('sends the same when it streams', async () => {
    const generated = await generate(seam, watch())
    const streamed = await stream(seam, watch())
    expect(streamed.scripted.prompts).toEqual(generated.scripted.prompts)
  })

  test('keeps the same history with and without a bound when it generates', async () => {
    const bounded = await generate(seam, watch())
    const bare = await generate(seam)
    expect(bounded.history).toEqual(bare.history)
    expect(bounded.history).toHaveLength(11)
    expect(JSON.stringify(bounded.history)).toContain('x'.repeat(1_300))
  })

  test('keeps the same history with and without a bound when it streams', async () => {
    const bounded = await stream(seam, watch())
    const bare = await stream(seam)
    expect(bounded.history).toEqual(bare.history)
    expect(bounded.history).toHaveLength(11)
  })

  test('leaves the messages that were passed in as they are', async () => {
    const before = structuredClone(conversation)
    await generate(seam, watch())
    expect(conversation).toEqual(before)
  })

  test('counts tool definitions as request overhead', async () => {
    const { scripted, watched } = await generate(seam, watch())
    const request = scripted.requests[0]
    expect(request && toolBytes(request)).toBeGreaterThan(100)
    expect(watched?.composed[0]?.categories).toContainEqual({
      category: 'requestOverhead',
      size: request && toolBytes(request),
      entryCount: 0,
    })
  })

  test('changes nothing of a request but its prompt', async () => {
    const bounded = await generate(seam, watch())
    const bare = await generate(seam)
    const others = ({ requests }: ScriptedModel) => requests.map(({ prompt, abortSignal, ...rest }) => rest)
    expect(others(bounded.scripted)).toEqual(others(bare.scripted))
    expect(others(bounded.scripted)[0]).toMatchObject({
      temperature: 0.5,
      providerOptions: { scripted: { mode: 'fast' } },
    })
  })
})

function watch(): WatchedRun {
  return watchRun(plimsollOf({ hardLimitBytes: limit, recentMessageRetentionCount: 1 }))
}

function setUp(seam: Seam, watched: WatchedRun | undefined) {
  const script = [...['one', 'two', 'three', 'four', 'five'].map((id) => call('look', id)), say('done')]
  const scripted = scriptedModel(seam.specificationVersion, script)
  const look = seam.sdk.tool({
    description: 'Looks out of the window and tells at length what is there.',
    inputSchema: z.object({ direction: z.string().optional() }),
    execute: () => 'x'.repeat(1_300),
  })
  const options = {
    model: watched ? boundModel(scripted.model, watched.run) : scripted.model,
    tools: { look },
    stopWhen: seam.sdk.stepCountIs(10),
    system: 'Answer shortly.',
    messages: conversation,
    temperature: 0.5,
    providerOptions: { scripted: { mode: 'fast' } },
  }
  const sizes = (): number[] =>
    scripted.requests.map((request) => promptBytes(request.prompt) + toolBytes(request))
  return { scripted, options, sizes }
}

async function generate(seam: Seam, watched?: WatchedRun) {
  const { scripted, options, sizes } = setUp(seam, watched)
  const result = await seam.sdk.generateText(options)
  expect(result.text).toBe('done')
  return { scripted, watched, sizes: sizes(), history: responseMessages(seam, result) }
}

async function stream(seam: Seam, watched?: WatchedRun) {
  const { scripted, options, sizes } = setUp(seam, watched)
  const result = seam.sdk.streamText(options)
  expect(await result.text).toBe('done')
  const settled = {
    responseMessages: seam.major === 7 ? await result.responseMessages : [],
    response: await result.response,
  }
  return { scripted, watched, sizes: sizes(), history: responseMessages(seam, settled) }
}
