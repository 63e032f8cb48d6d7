import * as mastraAgent from '@mastra/core/agent'
import { noopLogger } from '@mastra/core/logger'
import { type InputProcessor, StreamErrorRetryProcessor } from '@mastra/core/processors'
import * as plimsollEntry from 'plimsoll'
import { createPlimsoll, findPlimsollError, type PlimsollError } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import * as mastraEntry from 'plimsoll/mastra'
import { boundProcessor } from 'plimsoll/mastra'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answer, call, fail, say, scriptedModel } from '../ai-sdk/scripted-model.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { runReadme } from '../run-readme.ts'
import { agentOf, lookTool, turns } from './agents.ts'

const tooLarge = 'p'.repeat(5_000)
const long = turns('Begin.', 'a'.repeat(2_500), 'Go on.', 'b'.repeat(2_500), 'And now?')

afterEach(() => {
  vi.useRealTimers()
})

test('the example of the README runs', async () => {
  const scripted = scriptedModel('v4', [say('Logged.')])
  const given = { openai: () => scripted.model, tools: {}, question: 'What is in the log?' }
  const modules = {
    '@mastra/core/agent': mastraAgent,
    plimsoll: plimsollEntry,
    'plimsoll/mastra': mastraEntry,
  }
  const ran = await runReadme('src/hosts/mastra/README.md', modules, given, ['text', 'tripwire'])
  expect(ran).toEqual({ text: 'Logged.', tripwire: undefined })
  expect(scripted.requests).toHaveLength(1)
})

describe('a refusal', () => {
  test('is the metadata of the tripwire, and is neither retried nor followed by a fallback', async () => {
    const scripted = scriptedModel('v4', [])
    const heard: PlimsollError[] = []
    const processor = boundProcessor(plimsollOf(), { onRefusal: (error) => heard.push(error) })
    const model = [scripted.model, scripted.model].map((one) => ({ model: one, maxRetries: 2 }))
    const agent = agentOf({
      model: model as never, // of the same specification; the types that Mastra bundles are of another release
      inputProcessors: [processor],
      errorProcessors: [new StreamErrorRetryProcessor({ retryUnknownErrors: true })],
    })
    const { text, tripwire, error } = await agent.generate(tooLarge)
    expect(heard).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
    expect(tripwire).toMatchObject({ reason: heard[0]?.message, processorId: 'plimsoll' })
    expect(tripwire?.metadata).toBe(heard[0])
    expect([text, error]).toEqual(['', undefined])
    expect(scripted.requests).toHaveLength(0)
  })

  test('is in the chunk of a stream and in its result, while the text resolves', async () => {
    const agent = agentOf({
      model: scriptedModel('v4', []).model,
      inputProcessors: [boundProcessor(plimsollOf())],
    })
    const result = await agent.stream(tooLarge)
    const found: unknown[] = []
    for await (const chunk of result.fullStream)
      if (chunk.type === 'tripwire') found.push(findPlimsollError(chunk.payload.metadata))
    expect(found).toMatchObject([{ code: 'assemblyTerminated' }])
    expect(result.tripwire?.metadata).toBe(found[0])
    expect(await result.text).toBe('')
  })

  test('is logged without content', async () => {
    const logged: unknown[] = []
    const agent = agentOf({
      model: scriptedModel('v4', []).model,
      inputProcessors: [boundProcessor(plimsollOf())],
    })
    const note = (...values: unknown[]) => void logged.push(values)
    agent.__setLogger(Object.assign(Object.create(noopLogger), { warn: note, error: note }))
    await agent.generate(`${tooLarge} canary`)
    expect(JSON.stringify(logged)).not.toContain('canary')
  })

  test('of a bounded model is what generating rejects with, and each retry and fallback refuses once more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500, toFake: ['setTimeout'] })
    const heard: PlimsollError[] = []
    const onRefusal = (error: PlimsollError) => void heard.push(error)
    const scripted = scriptedModel('v4', [])
    const bound = boundModel(scripted.model, plimsollOf(), { onRefusal })
    const once = await agentOf({ model: bound }).generate(tooLarge).catch(findPlimsollError)
    expect(heard).toEqual([once])
    const retries = { modelSettings: { maxRetries: 1 } }
    await expect(agentOf({ model: bound }).generate(tooLarge, retries)).rejects.toThrow('Nothing was sent')
    expect(heard).toHaveLength(3)
    const models = [bound, bound].map((model) => ({ model, maxRetries: 0 }))
    // Of the same specification; the types that Mastra bundles are of another release.
    await expect(agentOf({ model: models as never }).generate(tooLarge)).rejects.toThrow('Nothing was sent')
    expect(heard).toHaveLength(5)
    expect(scripted.requests).toHaveLength(0)
  })
})

describe('a call', () => {
  test('is committed when the model has answered, before its tools run', async () => {
    const watched = watchRun(plimsollOf())
    const whileLooking: unknown[] = []
    const look = lookTool(() => {
      whileLooking.push(...watched.settled)
      return 'seen'
    })
    const { model } = scriptedModel('v4', [call('look', 'call_0'), say('done')])
    const agent = agentOf({ model, tools: { look }, inputProcessors: [boundProcessor(watched.run)] })
    expect((await agent.generate('Look.', { maxSteps: 3 })).text).toBe('done')
    expect(whileLooking).toEqual(['commit'])
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test.each(['generate', 'stream'] as const)('is released when the model fails (%s)', async (mode) => {
    const watched = watchRun(plimsollOf(), 'serial')
    const { model } = scriptedModel('v4', [fail(new Error('the provider fails')), say('done')])
    const agent = agentOf({ model, inputProcessors: [boundProcessor(watched.run)] })
    const answer =
      mode === 'generate'
        ? agent.generate('Hi.')
        : agent.stream('Hi.').then((stream) => stream.getFullOutput())
    await expect(answer).rejects.toThrow('the provider fails')
    expect(watched.settled).toEqual(['release'])
    expect((await agent.generate('Hi.')).text).toBe('done')
  })

  test('of which only the first words are read is committed, for Mastra reads the rest', async () => {
    const watched = watchRun(plimsollOf())
    const { model } = scriptedModel('v4', [say('word '.repeat(300))])
    const result = await agentOf({ model, inputProcessors: [boundProcessor(watched.run)] }).stream('Hi.')
    for await (const _ of result.textStream) break
    await expect.poll(() => watched.settled).toEqual(['commit'])
  })

  test('that another processor answers from its cache is released before the next one', async () => {
    const watched = watchRun(plimsollOf(), 'serial')
    const { model } = scriptedModel('v4', [say('done')])
    const chunks = [
      { type: 'tool-call', payload: { toolCallId: 'call_0', toolName: 'look', args: {} } },
      {
        type: 'finish',
        payload: { stepResult: { reason: 'tool-calls' }, output: { usage: {} }, metadata: {} },
      },
    ]
    const cache: InputProcessor = {
      id: 'cache',
      processLLMRequest: ({ stepNumber }) => (stepNumber === 0 ? { response: { chunks } } : undefined),
    }
    const agent = agentOf({
      model,
      tools: { look: lookTool(() => 'seen') },
      inputProcessors: [cache, boundProcessor(watched.run)],
    })
    expect((await agent.generate('Look.', { maxSteps: 3 })).text).toBe('done')
    expect(watched.settled).toEqual(['release', 'commit'])
  })

  test('is assembled anew when an error processor tries again, and sent again as it is by `maxRetries`', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500, toFake: ['setTimeout'] })
    const busy = (): Answer => fail(Object.assign(new Error('busy'), { isRetryable: true, statusCode: 503 }))
    const { model, prompts } = scriptedModel('v4', [busy(), busy(), say('done')])
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }), 'serial')
    const agent = agentOf({
      model,
      inputProcessors: [boundProcessor(watched.run)],
      errorProcessors: [new StreamErrorRetryProcessor({ maxRetries: 1 })],
    })
    const { text } = await agent.generate(long, { modelSettings: { maxRetries: 1 } })
    expect(text).toBe('done')
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(prompts).toHaveLength(3)
    expect(prompts[1]).toEqual(prompts[0])
    expect(prompts[2]).toEqual(prompts[0])
    expect(watched.composed.map(({ outcome }) => outcome)).toEqual(['reduced', 'reduced'])
  })
})

test('an abort while the reducer is asked ends the request, and nothing is sent', async () => {
  const controller = new AbortController()
  const scripted = scriptedModel('v4', [])
  const upstreamReducer = () => {
    controller.abort()
    return new Promise<never>(() => {})
  }
  const agent = agentOf({
    model: scripted.model,
    inputProcessors: [boundProcessor(plimsollOf({ upstreamReducer }))],
  })
  const answer = agent.generate('p'.repeat(3_900), { abortSignal: controller.signal })
  await expect(answer).rejects.toThrow('This operation was aborted')
  expect(scripted.requests).toHaveLength(0)
})

test('a processor of one request stands in place of those of the agent', async () => {
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
  const scripted = scriptedModel('v4', [say('done')])
  const agent = agentOf({ model: scripted.model, inputProcessors: [boundProcessor(plimsollOf())] })
  const { tripwire } = await agent.generate(long, { inputProcessors: [boundProcessor(watched.run)] })
  expect(tripwire).toBeUndefined()
  expect(watched.composed).toMatchObject([{ outcome: 'reduced' }])
  expect(JSON.stringify(scripted.prompts[0]).length).toBeLessThan(4_000)
})

test('tools that are not active are not counted', async () => {
  const watched = watchRun(plimsollOf())
  const tools = { look: lookTool(() => 'seen') }
  const { model } = scriptedModel('v4', [say('done'), say('done')])
  const agent = agentOf({ model, tools, inputProcessors: [boundProcessor(watched.run)] })
  await agent.generate('Hi.')
  await agent.generate('Hi.', { activeTools: [] })
  const overhead = watched.composed.map(({ categories }) =>
    categories.find(({ category }) => category === 'requestOverhead'),
  )
  expect(overhead[0]?.size).toBeGreaterThan(100)
  expect(overhead[1]?.size ?? 0).toBe(0)
})

test('without compaction the very prompt goes through', async () => {
  const scripted = scriptedModel('v4', [say('done')])
  const agent = agentOf({
    model: scripted.model,
    inputProcessors: [boundProcessor(createPlimsoll())],
  })
  expect((await agent.generate(tooLarge)).text).toBe('done')
  expect(JSON.stringify(scripted.prompts[0])).toContain(tooLarge)
})
