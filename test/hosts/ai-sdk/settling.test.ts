import type { Run } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { type Answer, fail, say, scriptedModel, usage } from './scripted-model.ts'
import { type Seam, seams } from './sdks.ts'
import { streamParts, textParts } from './stream-parts.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

const finish = [
  { type: 'text-end', id: 't' },
  { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
]

describe.each(seams)('a call in $title', (seam) => {
  test('is committed when the model has answered', async () => {
    const { watched, model } = setUp(seam, [say('done')])
    await seam.sdk.generateText({ model, prompt: 'Hi.' })
    expect(watched.settled).toEqual(['commit'])
  })

  test('is released when the model fails', async () => {
    const failure = new Error('the provider fails')
    const { watched, model } = setUp(seam, [fail(failure)])
    await expect(seam.sdk.generateText({ model, prompt: 'Hi.' })).rejects.toBe(failure)
    expect(watched.settled).toEqual(['release'])
  })

  test('is released when no stream comes about', async () => {
    const { watched, model } = setUp(seam, [fail(new Error('the provider fails'))])
    await seam.sdk.streamText({ model, prompt: 'Hi.', onError: () => {} }).consumeStream()
    expect(watched.settled).toEqual(['release'])
  })

  test('is committed when the stream has ended, and not before', async () => {
    const { watched, model } = setUp(seam, [
      { stream: () => streamParts([...textParts('one ', 'two'), ...finish]) },
    ])
    const result = seam.sdk.streamText({ model, prompt: 'Hi.' })
    const whileOpen: unknown[] = []
    for await (const _ of result.textStream) whileOpen.push(...watched.settled)
    expect(whileOpen[0]).toBeUndefined()
    expect(watched.settled).toEqual(['commit'])
    expect(await result.text).toBe('one two')
  })

  test('is committed when the stream ends without a single part', async () => {
    const { watched, model } = setUp(seam, [{ stream: () => streamParts([]) }])
    await seam.sdk.streamText({ model, prompt: 'Hi.', onError: () => {} }).consumeStream()
    expect(watched.settled).toEqual(['commit'])
  })

  test('is released when an error part comes, though the stream ends normally', async () => {
    const failure = new Error('overloaded')
    const { watched, model } = setUp(seam, [
      { stream: () => streamParts([...textParts('one '), { type: 'error', error: failure }, ...finish]) },
    ])
    const heard: unknown[] = []
    await seam.sdk
      .streamText({ model, prompt: 'Hi.', onError: ({ error }) => void heard.push(error) })
      .consumeStream()
    expect(heard).toEqual([failure])
    expect(watched.settled).toEqual(['release'])
  })

  test('is released when the stream fails', async () => {
    const failure = new Error('connection lost')
    const { watched, model } = setUp(seam, [{ stream: () => streamParts(textParts('one '), { failure }) }])
    await seam.sdk.streamText({ model, prompt: 'Hi.', onError: () => {} }).consumeStream()
    expect(watched.settled).toEqual(['release'])
  })

  test('is not begun when the signal is aborted before', async () => {
    const { scripted, model } = setUp(seam, [say('never')])
    const reason = new Error('not wanted any more')
    const abortSignal = AbortSignal.abort(reason)
    await expect(seam.sdk.generateText({ model, prompt: 'Hi.', abortSignal })).rejects.toBe(reason)
    expect(scripted.requests).toHaveLength(0)
  })

  test('ends at once when the signal is aborted while the reducer is asked', async () => {
    const controller = new AbortController()
    const reason = new Error('not wanted any more')
    const scripted = scriptedModel(seam.specificationVersion, [say('never')])
    const plimsoll = plimsollOf({
      upstreamReducer: () => {
        controller.abort(reason)
        return new Promise(() => {})
      },
    })
    const options = { model: boundModel(scripted.model, plimsoll), prompt: 'p'.repeat(3_900) }
    await expect(seam.sdk.generateText({ ...options, abortSignal: controller.signal })).rejects.toBe(reason)
    expect(scripted.requests).toHaveLength(0)
  })

  test('is released when the signal is aborted in the middle of a stream', async () => {
    const controller = new AbortController()
    const stream = (): ReadableStream => streamParts(textParts('one ', 'two '), { open: true })
    const { watched, model } = setUp(seam, [{ stream }, say('done')], 'serial')
    const result = seam.sdk.streamText({ model, prompt: 'Hi.', abortSignal: controller.signal })
    let aborted = false
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') controller.abort()
      if (part.type === 'abort') aborted = true
    }
    expect(aborted).toBe(true)
    await expectFree(watched.run, seam, model)
  })

  test('is released when the reader of the model gives its stream up', async () => {
    let reason: unknown
    const stream = (): ReadableStream =>
      streamParts(textParts('one ', 'two '), { open: true, onCancel: (given) => (reason = given) })
    const { watched, scripted, model } = setUp(seam, [{ stream }, say('done')], 'serial')
    const answer = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
    })
    const reader = answer.stream.getReader()
    await reader.read()
    expect(watched.settled).toEqual([undefined])
    await reader.cancel('enough')
    expect(reason).toBe('enough')
    expect(watched.settled).toEqual(['release'])
    await expectFree(watched.run, seam, model)
    expect(scripted.requests).toHaveLength(2)
  })

  test('of which only the first words are read stays open in ai 7, while ai 6 reads on by itself', async () => {
    const words = Array(200).fill('word ')
    const { watched, model } = setUp(seam, [
      { stream: () => streamParts([...textParts(...words), ...finish]) },
    ])
    for await (const _ of seam.sdk.streamText({ model, prompt: 'Hi.' }).textStream) break
    if (seam.major === 6) await expect.poll(() => watched.settled).toEqual(['commit'])
    else for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate)
    expect(watched.settled).toEqual([seam.major === 6 ? 'commit' : undefined])
  })

  test('that nobody reads on is released when the run is closed', async () => {
    const stream = (): ReadableStream => streamParts(textParts('one ', 'two '), { open: true })
    const { watched, model } = setUp(seam, [{ stream }], 'serial')
    const result = seam.sdk.streamText({ model, prompt: 'Hi.' })
    for await (const _ of result.textStream) break
    const next = seam.sdk.generateText({ model, prompt: 'Next.' })
    await watched.run.close()
    await expect(next).rejects.toMatchObject({ code: 'runClosed' })
  })
})

function setUp(seam: Seam, answers: readonly Answer[], admission: 'concurrent' | 'serial' = 'concurrent') {
  const scripted = scriptedModel(seam.specificationVersion, answers)
  const watched = watchRun(plimsollOf(), admission)
  return { scripted, watched, model: boundModel(scripted.model, watched.run) }
}

/** In a serial run the next call goes through only when the one before is settled. */
async function expectFree(
  run: Run<unknown>,
  seam: Seam,
  model: Parameters<typeof seam.sdk.generateText>[0]['model'],
) {
  expect(run.isBounding).toBe(true)
  expect((await seam.sdk.generateText({ model, prompt: 'Next.' })).text).toBe('done')
}
