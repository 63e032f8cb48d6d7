import { createPlimsoll } from 'plimsoll'
import { boundModel, type ServerHeldContext, ServerHeldContextError } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { say, scriptedModel } from './scripted-model.ts'
import { type CallOptions, seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

type ProviderOptions = NonNullable<CallOptions['providerOptions']>

const cases: readonly (readonly [ProviderOptions, string])[] = [
  [{ openai: { previousResponseId: 'resp_1' } }, 'previousResponse'],
  [{ azure: { previousResponseId: 'resp_1' } }, 'previousResponse'],
  [{ xai: { previousResponseId: 'resp_1' } }, 'previousResponse'],
  [{ openai: { store: true, conversation: 'conv_1' } }, 'conversation'],
  [{ azure: { conversation: 'conv_1' } }, 'conversation'],
  [{ google: { previousInteractionId: 'v1_1' } }, 'previousInteraction'],
  [{ google: { cachedContent: 'cachedContents/1' } }, 'cachedContent'],
  [{ openai: { store: true }, vertex: { cachedContent: 'cachedContents/1' } }, 'cachedContent'],
]
const nothing: ProviderOptions = {
  openai: { previousResponseId: null, conversation: null, itemId: 'msg_1', promptCacheKey: 'key' },
  google: { cachedContent: '', thinkingConfig: { conversation: 'x' } },
}

const prompt: CallOptions['prompt'] = [{ role: 'user', content: [{ type: 'text', text: 'Go on.' }] }]

describe.each(seams)('context that the server holds, in $title', (seam) => {
  const { generateText, streamText } = seam.sdk

  test.each(cases)('is refused before anything leaves: %j', async (providerOptions, found) => {
    const { scripted, watched, model } = setUp()
    const answer = generateText({ model, prompt: 'Go on.', providerOptions })
    await expect(answer).rejects.toBeInstanceOf(ServerHeldContextError)
    expect(watched.refusals).toMatchObject([{ code: 'serverHeldContext', found, index: undefined }])
    expect(String(watched.refusals[0])).not.toMatch(/resp_1|conv_1|v1_1|cachedContents/)
    expect(scripted.requests).toEqual([])
  })

  test('is refused in a stream as well', async () => {
    const { scripted, watched, model } = setUp()
    const heard: unknown[] = []
    const { textStream } = streamText({
      model,
      prompt: 'Go on.',
      providerOptions: { openai: { previousResponseId: 'resp_1' } },
      onError: ({ error }) => void heard.push(error),
    })
    for await (const _ of textStream) expect.fail('nothing is said')
    expect(heard).toEqual(watched.refusals)
    expect(heard).toHaveLength(1)
    expect(scripted.requests).toEqual([])
  })

  test.each(cases)(
    'passes as it is where that is asked for, and is reported: %j',
    async (providerOptions, found) => {
      const reported: ServerHeldContext[] = []
      const options = {
        serverHeld: 'pass' as const,
        onServerHeld: (held: ServerHeldContext) => reported.push(held),
      }
      const { scripted, watched, model } = setUp(options)
      await generateText({ model, prompt: 'p'.repeat(5_000), providerOptions })
      for await (const _ of streamText({ model, prompt: 'Go on.', providerOptions }).textStream);
      expect(reported).toEqual(Array(2).fill({ found, index: undefined }))
      expect(scripted.requests).toMatchObject([{ providerOptions }, { providerOptions }])
      expect(watched.composed).toEqual([])
      expect(watched.refusals).toEqual([])
    },
  )

  test('passes where calls are only observed, and is reported', async () => {
    const reported: ServerHeldContext[] = []
    const options = { onServerHeld: (held: ServerHeldContext) => reported.push(held) }
    const { scripted, watched, model } = setUp(options, 'observe')
    const providerOptions = { openai: { previousResponseId: 'resp_1' } }
    await generateText({ model, prompt: 'Go on.', providerOptions })
    expect(scripted.requests).toHaveLength(1)
    expect(reported).toEqual([{ found: 'previousResponse', index: undefined }])
    expect(watched.refusals).toMatchObject([{ code: 'serverHeldContext' }])
  })

  test('is not looked for where nothing is bounded', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [say('done')])
    const model = boundModel(scripted.model, createPlimsoll())
    await generateText({ model, prompt: 'Go on.', providerOptions: { openai: { conversation: 'conv_1' } } })
    expect(scripted.requests).toHaveLength(1)
  })

  test('is not seen in options that stand for nothing', async () => {
    const { scripted, model } = setUp()
    await generateText({ model, prompt: 'Go on.', providerOptions: nothing })
    expect(scripted.requests).toHaveLength(1)
  })

  function setUp(options: Parameters<typeof boundModel>[2] = {}, mode: 'enforce' | 'observe' = 'enforce') {
    const scripted = scriptedModel(seam.specificationVersion, [say('done'), say('done')])
    const watched = watchRun(plimsollOf({ mode }))
    return { scripted, watched, model: boundModel(scripted.model, watched.run, options) }
  }
})

describe('an item of a prompt', () => {
  const compaction = (encryptedContent?: string) => ({
    type: 'custom' as const,
    kind: 'openai.compaction' as const,
    providerOptions: {
      openai: { type: 'compaction', itemId: 'cmp_1', ...(encryptedContent && { encryptedContent }) },
    },
  })
  const text = { type: 'text' as const, text: 'Hi.', providerOptions: { openai: { itemId: 'msg_1' } } }
  const thought = { type: 'reasoning' as const, text: '', providerOptions: { openai: { itemId: 'rs_1' } } }

  test('by its id alone is refused, and its place is named', async () => {
    const { watched, model, scripted } = setUp()
    const list: CallOptions['prompt'] = [...prompt, { role: 'assistant', content: [compaction()] }, ...prompt]
    await expect(model.doGenerate({ prompt: list })).rejects.toBeInstanceOf(ServerHeldContextError)
    expect(watched.refusals).toMatchObject([{ found: 'itemReference', index: 1 }])
    expect(scripted.requests).toEqual([])
  })

  test('with its content is bounded, whatever id it has', async () => {
    const { watched, model } = setUp()
    const content = [compaction('sealed'), thought, text]
    await model.doGenerate({ prompt: [...prompt, { role: 'assistant', content }, ...prompt] })
    expect(watched.settled).toEqual(['commit'])
  })

  function setUp() {
    const scripted = scriptedModel('v4', [say('done')])
    const watched = watchRun(plimsollOf())
    return { scripted, watched, model: boundModel(scripted.model, watched.run) }
  }
})
