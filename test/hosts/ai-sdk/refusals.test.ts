import { APICallError } from 'ai'
import {
  AssemblyTerminatedError,
  createPlimsoll,
  findPlimsollError,
  type PlimsollError,
  recommended,
} from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Answer, call, fail, say, scriptedModel } from './scripted-model.ts'
import { type Seam, seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

afterEach(() => vi.restoreAllMocks())

const tooLarge = 'p'.repeat(5_000)

describe.each(seams)('a refusal in $title', (seam) => {
  test('rejects generateText with our own error and sends nothing', async () => {
    const { scripted, watched, options } = setUp(seam, [say('never')])
    const error = await rejection(seam.sdk.generateText({ ...options, prompt: tooLarge }))
    expect(AssemblyTerminatedError.isInstance(error)).toBe(true)
    expect(watched.refusals).toEqual([error])
    expect(scripted.requests).toHaveLength(0)
  })

  test('rejects generateText also in a later round, after the rounds before were sent', async () => {
    const { scripted, watched, options } = setUp(seam, [
      call('look', 'one'),
      call('look', 'large'),
      say('never'),
    ])
    const error = await rejection(seam.sdk.generateText({ ...options, prompt: 'Look.' }))
    expect(watched.refusals).toEqual([error])
    expect(watched.refusals[0]).toMatchObject({ outcome: 'irreducible', reason: 'requiredContentTooLarge' })
    expect(scripted.requests).toHaveLength(2)
  })

  test.each([0, 2, 5])('is not retried with %i retries', async (maxRetries) => {
    const { scripted, watched, options } = setUp(seam, [say('never')])
    const error = await rejection(seam.sdk.generateText({ ...options, maxRetries, prompt: tooLarge }))
    expect(error).toBe(watched.refusals[0])
    expect(watched.refusals).toHaveLength(1)
    expect(scripted.requests).toHaveLength(0)
  })

  test('is found inside the retry error when the call before it was retried', async () => {
    let size = 100
    const overloaded = (): Error => {
      size = 2_000
      return new APICallError({
        message: 'overloaded',
        url: 'https://example.test',
        requestBodyValues: {},
        statusCode: 529,
        isRetryable: true,
        responseHeaders: { 'retry-after-ms': '1' },
      })
    }
    const scripted = scriptedModel(seam.specificationVersion, [{ fails: overloaded }])
    const estimator = { unit: 'growing', estimate: () => size }
    const watched = watchRun(createPlimsoll(recommended({ hardLimitUnits: 1_000, estimator, relief: [] })))
    const model = boundModel(scripted.model, watched.run)
    const error = await rejection(seam.sdk.generateText({ model, prompt: 'Hi.' }))
    expect(watched.settled).toEqual(['release'])
    expect(seam.sdk.RetryError.isInstance(error)).toBe(true)
    expect(findPlimsollError(error)).toBe(watched.refusals[0])
    expect(scripted.requests).toHaveLength(1)
  })

  test('is told once by streamText, in onError and as an error part, and rejects the text', async () => {
    const { scripted, watched, options } = setUp(seam, [say('never')])
    const heard: unknown[] = []
    let finished = 0
    const result = seam.sdk.streamText({
      ...options,
      prompt: tooLarge,
      onFinish: () => {
        finished += 1
      },
      onError: ({ error }) => void heard.push(error),
    })
    const types = await partTypes(result.fullStream)
    expect(types).toEqual(['start', watched.refusals[0]])
    expect(heard).toEqual(watched.refusals)
    expect(watched.refusals).toHaveLength(1)
    expect(scripted.requests).toHaveLength(0)
    const error = await rejection(result.text)
    expect(seam.sdk.NoOutputGeneratedError.isInstance(error)).toBe(true)
    expect(findPlimsollError(error)).toBeUndefined()
    if (seam.major === 7) expect(await rejection(result.responseMessages)).toBe(watched.refusals[0])
    expect(finished).toBe(0)
  })

  test('in a later round of streamText leaves a text that resolves, so that only onError and the error part tell of it', async () => {
    const { scripted, watched, options } = setUp(seam, [
      call('look', 'one'),
      call('look', 'large'),
      say('never'),
    ])
    const heard: unknown[] = []
    let finished = 0
    const result = seam.sdk.streamText({
      ...options,
      prompt: 'Look.',
      onError: ({ error }) => void heard.push(error),
      onFinish: () => {
        finished += 1
      },
    })
    const parts = await partTypes(result.fullStream)
    expect(parts.at(-1)).toBe(watched.refusals[0])
    expect(heard).toEqual(watched.refusals)
    expect(watched.refusals).toHaveLength(1)
    expect(scripted.requests).toHaveLength(2)
    expect(await result.text).toBe('')
    expect(await result.finishReason).toBe('other')
    expect(await result.steps).toHaveLength(2)
    if (seam.major === 7) expect(await result.responseMessages).toHaveLength(4)
    expect(finished).toBe(1)
  })

  test('never throws from the iterator of streamText', async () => {
    const { options } = setUp(seam, [say('never')])
    const result = seam.sdk.streamText({ ...options, prompt: tooLarge, onError: () => {} })
    const texts: string[] = []
    for await (const text of result.textStream) texts.push(text)
    expect(texts).toEqual([])
  })

  test('rejects an agent that generates and is told by one that streams', async () => {
    // Without an onError the SDK prints the error, which holds no content.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { scripted, watched, options } = setUp(seam, [say('never')])
    const agent = new seam.sdk.ToolLoopAgent(options)
    const error = await rejection(agent.generate({ prompt: tooLarge }))
    expect(error).toBe(watched.refusals[0])
    const result = await agent.stream({ prompt: tooLarge })
    expect(await partTypes(result.fullStream)).toEqual(['start', watched.refusals[1]])
    expect(printed.mock.calls).toEqual([[watched.refusals[1]]])
    expect(scripted.requests).toHaveLength(0)
  })

  test('is heard once by a listener of the model, whatever that throws', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [say('never')])
    const watched = watchRun(plimsollOf())
    const heard: PlimsollError[] = []
    const model = boundModel(scripted.model, watched.run, {
      onRefusal: (error) => {
        heard.push(error)
        throw new Error('the listener fails')
      },
    })
    const error = await rejection(seam.sdk.generateText({ model, prompt: tooLarge }))
    expect(heard).toEqual([error])
    expect(watched.refusals).toEqual([error])
  })

  test('does not hear what the model itself throws', async () => {
    const failure = new Error('the provider fails')
    const scripted = scriptedModel(seam.specificationVersion, [fail(failure)])
    const heard: PlimsollError[] = []
    const model = boundModel(scripted.model, plimsollOf(), { onRefusal: (error) => heard.push(error) })
    expect(await rejection(seam.sdk.generateText({ model, prompt: 'Hi.' }))).toBe(failure)
    expect(heard).toEqual([])
  })
})

function setUp(seam: Seam, script: readonly Answer[]) {
  const scripted = scriptedModel(seam.specificationVersion, script)
  const watched = watchRun(plimsollOf())
  const look = seam.sdk.tool({
    inputSchema: z.object({}),
    execute: (_, { toolCallId }) => (toolCallId === 'large' ? tooLarge : 'seen'),
  })
  const options = {
    model: boundModel(scripted.model, watched.run),
    tools: { look },
    stopWhen: seam.sdk.stepCountIs(10),
  }
  return { scripted, watched, options }
}

function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => expect.fail('it resolves'),
    (error: unknown) => error,
  )
}

/** The types of the parts, and the error of an error part. */
async function partTypes(stream: AsyncIterable<{ type: string }>): Promise<unknown[]> {
  const types: unknown[] = []
  for await (const part of stream)
    types.push('error' in part && part.type === 'error' ? part.error : part.type)
  return types
}
