import { APICallError } from 'ai'
import { createPlimsoll } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { nearlyFull } from './nearly-full.ts'
import { fail, say, scriptedModel } from './scripted-model.ts'
import { seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

const tooLong = (): APICallError =>
  new APICallError({
    message: 'too long',
    url: 'http://127.0.0.1',
    requestBodyValues: {},
    statusCode: 400,
    isRetryable: false,
    data: { error: { code: 'context_length_exceeded', type: 'invalid_request_error', message: 'too long' } },
    responseBody: JSON.stringify({
      error: { code: 'context_length_exceeded', type: 'invalid_request_error', message: 'too long' },
    }),
  })

describe.each(seams)('a request that the provider finds too long, in $title', (seam) => {
  test('is assembled once more under a lower limit and sent again', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong()), say('done')])
    const watched = watchRun(plimsollOf())
    const model = boundModel(scripted.model, watched.run, { retryOnOverflow: true })
    const { text } = await seam.sdk.generateText({ model, messages: [...nearlyFull], maxRetries: 0 })
    expect(text).toBe('done')
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(watched.composed.map(({ hardLimit, outcome }) => [hardLimit, outcome])).toEqual([
      [4_000, 'withinLimit'],
      [3_000, 'reduced'],
    ])
  })

  test('leaves the lower limit to the run', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong()), say('done'), say('done')])
    const watched = watchRun(plimsollOf())
    const model = boundModel(scripted.model, watched.run, { retryOnOverflow: true })
    for (const _ of ['once', 'again']) await seam.sdk.generateText({ model, messages: [...nearlyFull] })
    expect(watched.composed.map(({ hardLimit }) => hardLimit)).toEqual([4_000, 3_000, 3_000])
  })

  test.each(['observe', 'off'] as const)('is not sent again where it would be the same: %s', async (mode) => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong())])
    const plimsoll = mode === 'off' ? createPlimsoll() : plimsollOf({ mode })
    const model = boundModel(scripted.model, plimsoll, { retryOnOverflow: true })
    const answer = seam.sdk.generateText({ model, messages: [...nearlyFull], maxRetries: 0 })
    await expect(answer).rejects.toThrow('too long')
    expect(scripted.requests).toHaveLength(1)
  })

  test('fails with the error of the provider when it is too long again', async () => {
    const again = tooLong()
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong()), fail(again)])
    const model = boundModel(scripted.model, plimsollOf(), { retryOnOverflow: true })
    const answer = seam.sdk.generateText({ model, messages: [...nearlyFull], maxRetries: 0 })
    await expect(answer).rejects.toBe(again)
    expect(scripted.requests).toHaveLength(2)
  })

  test('is not sent again unless that is asked for', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong())])
    const model = boundModel(scripted.model, plimsollOf())
    await expect(seam.sdk.generateText({ model, messages: [...nearlyFull], maxRetries: 0 })).rejects.toThrow(
      'too long',
    )
    expect(scripted.requests).toHaveLength(1)
  })
})
