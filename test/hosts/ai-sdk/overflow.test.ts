import { APICallError } from 'ai'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
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

// Below the threshold of 3,600 bytes, and above three quarters of it.
const messages = [
  { role: 'user', content: 'Begin.' },
  { role: 'assistant', content: 'a'.repeat(1_500) },
  { role: 'user', content: 'b'.repeat(1_500) },
  ...Array.from({ length: 6 }, (_, turn) => ({
    role: turn % 2 === 0 ? ('assistant' as const) : ('user' as const),
    content: `turn ${turn}`,
  })),
] as const

describe.each(seams)('a request that the provider finds too long, in $title', (seam) => {
  test('is assembled once more under a lower limit and sent again', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong()), say('done')])
    const watched = watchRun(plimsollOf())
    const model = boundModel(scripted.model, watched.run, { retryOnOverflow: true })
    const { text } = await seam.sdk.generateText({ model, messages: [...messages], maxRetries: 0 })
    expect(text).toBe('done')
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(watched.composed.map(({ hardLimit, outcome }) => [hardLimit, outcome])).toEqual([
      [4_000, 'withinLimit'],
      [3_000, 'reduced'],
    ])
  })

  test('fails with the error of the provider when it is too long again', async () => {
    const again = tooLong()
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong()), fail(again)])
    const model = boundModel(scripted.model, plimsollOf(), { retryOnOverflow: true })
    const answer = seam.sdk.generateText({ model, messages: [...messages], maxRetries: 0 })
    await expect(answer).rejects.toBe(again)
    expect(scripted.requests).toHaveLength(2)
  })

  test('is not sent again unless that is asked for', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [fail(tooLong())])
    const model = boundModel(scripted.model, plimsollOf())
    await expect(seam.sdk.generateText({ model, messages: [...messages], maxRetries: 0 })).rejects.toThrow(
      'too long',
    )
    expect(scripted.requests).toHaveLength(1)
  })
})
