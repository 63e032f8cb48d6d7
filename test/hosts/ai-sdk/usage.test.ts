import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { usageOf } from '../../../src/hosts/ai-sdk/usage-of.ts'
import { say, scriptedModel } from './scripted-model.ts'
import { seams } from './sdks.ts'
import { watchUsage } from './watch-usage.ts'

describe.each(seams)('the usage that the provider reports, in $title', (seam) => {
  test('reaches the estimator, generating and streaming', async () => {
    const watched = watchUsage()
    const model = boundModel(
      scriptedModel(seam.specificationVersion, [say('one'), say('two')]).model,
      watched.plimsoll,
    )
    await seam.sdk.generateText({ model, prompt: 'Hi.' })
    expect(watched.reported).toEqual([1])
    for await (const _ of seam.sdk.streamText({ model, prompt: 'Hi.' }).textStream);
    expect(watched.reported).toEqual([1, 1])
  })
})

test.each([
  [{ usage: { inputTokens: 321, cachedInputTokens: 20 } }, { inputTokens: 321 }],
  [{ usage: { inputTokens: { total: 321, noCache: 1, cacheRead: 320 } } }, { inputTokens: 321 }],
  [{ usage: { inputTokens: { total: undefined } } }, undefined],
  [{ usage: {} }, undefined],
  [{}, undefined],
  [null, undefined],
])('usage is read from %j', (result, usage) => {
  expect(usageOf(result)).toEqual(usage)
})
