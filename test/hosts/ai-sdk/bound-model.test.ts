import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider-v3'
import { CompositionError, createPlimsoll, type PlimsollError } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { call, say, scriptedModel } from './scripted-model.ts'
import { type LanguageModelV4, seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

afterEach(() => vi.unstubAllGlobals())

const mark = Symbol.for('plimsoll.bound')

test('a model keeps its type, whatever specification it follows', () => {
  const bound = <M extends LanguageModelV2 | LanguageModelV3 | LanguageModelV4>(model: M) =>
    boundModel(model, plimsollOf())
  expectTypeOf(bound<LanguageModelV2>).returns.toEqualTypeOf<LanguageModelV2>()
  expectTypeOf(bound<LanguageModelV3>).returns.toEqualTypeOf<LanguageModelV3>()
  expectTypeOf(bound<LanguageModelV4>).returns.toEqualTypeOf<LanguageModelV4>()
})

test.each(['openai/gpt-5', '', undefined, null, {}, { provider: 'x', doGenerate: () => {} }])(
  '%j is no model that can be bound',
  (model) => {
    const bind = () => boundModel(model as never, plimsollOf()) // what types forbid, plain JavaScript may pass
    expect(bind).toThrow(CompositionError)
    expect(bind).toThrow(expect.objectContaining({ problem: 'unsupportedModel' }))
  },
)

describe.each(seams)('a model of $title', ({ sdk, major, specificationVersion }) => {
  test('can be bound once, also through a pass-through composition', () => {
    for (const plimsoll of [plimsollOf(), createPlimsoll()]) {
      const bound = boundModel(scriptedModel(specificationVersion, []).model, plimsoll)
      expect(mark in bound).toBe(true)
      expect(() => boundModel(bound, plimsollOf())).toThrow(
        expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }),
      )
    }
  })

  test('that is bound beneath a middleware refuses the call when it is bound again', async () => {
    const { model, requests } = scriptedModel(specificationVersion, [say('never')])
    const heard: PlimsollError[] = []
    const inner = boundModel(model, plimsollOf(), { onRefusal: (error) => heard.push(error) })
    const between = sdk.wrapLanguageModel({ model: inner, middleware: { specificationVersion: 'v4' } })
    const outer = boundModel(between, plimsollOf())
    const generated = sdk.generateText({ model: outer, prompt: 'Hi.', maxRetries: 0 })
    if (major === 7 && specificationVersion === 'v3') {
      // The SDK's adapter hands on a list of its own, in which the one before can't be known again.
      expect((await generated).text).toBe('never')
      return
    }
    await expect(generated).rejects.toMatchObject({ problem: 'alreadyWrapped' })
    expect(heard).toHaveLength(1)
    expect(requests).toHaveLength(0)
  })

  test('that is bound works beneath middlewares, which see what the caller sent', async () => {
    const { model, prompts } = scriptedModel(specificationVersion, [say('done')])
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false }))
    const seen: number[] = []
    const wrapped = sdk.wrapLanguageModel({
      model: boundModel(model, watched.run),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => {
          seen.push(params.prompt.length)
          return params
        },
      },
    })
    const messages = [...Array(4)].flatMap(() => [
      { role: 'user' as const, content: 'q'.repeat(900) },
      { role: 'assistant' as const, content: 'a'.repeat(900) },
    ])
    const { text } = await sdk.generateText({
      model: wrapped,
      messages: [...messages, { role: 'user', content: 'And now?' }],
    })
    expect(text).toBe('done')
    expect(seen).toEqual([9])
    expect(prompts[0]?.length).toBeLessThan(9)
  })

  test('gives the provider an array of its own that it may edit', async () => {
    const { model, prompts } = scriptedModel(specificationVersion, [say('done')])
    await sdk.generateText({ model: boundModel(model, plimsollOf()), prompt: 'Hi.' })
    expect(Object.isFrozen(prompts[0])).toBe(false)
  })
})

test.each(seams.filter(({ specificationVersion, major }) => major === 6 || specificationVersion === 'v4'))(
  'a model of the specification v2 works in $title',
  async ({ sdk }) => {
    vi.stubGlobal('AI_SDK_LOG_WARNINGS', false)
    const answers = [
      {
        content: [{ type: 'tool-call', toolCallId: 'one', toolName: 'look', input: '{}' }],
        finishReason: 'tool-calls',
      },
      { content: [{ type: 'text', text: 'done' }], finishReason: 'stop' },
    ]
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    const sent: number[] = []
    const model = {
      specificationVersion: 'v2',
      provider: 'old',
      modelId: 'old',
      supportedUrls: {},
      doGenerate: async ({ prompt }: { prompt: unknown[] }) => {
        sent.push(prompt.length)
        return { ...answers[sent.length - 1], usage, warnings: [] }
      },
      doStream: async () => Promise.reject(new Error('not scripted')),
    } as unknown as LanguageModelV4 // the SDK takes it by its version
    const watched = watchRun(plimsollOf())
    const look = sdk.tool({ inputSchema: sdk.jsonSchema({ type: 'object' }), execute: () => 'seen' })
    const stopWhen = sdk.stepCountIs(5)
    const result = await sdk.generateText({
      model: boundModel(model, watched.run),
      tools: { look },
      stopWhen,
      prompt: 'Hi.',
    })
    expect(result.text).toBe('done')
    expect(sent).toEqual([1, 3])
    expect(watched.settled).toEqual(['commit', 'commit'])
  },
)

test('the rules of the provider behind the model are applied', async () => {
  const stray = [
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi.' }] },
    {
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: 'x',
          toolName: 'look',
          output: { type: 'text' as const, value: 'seen' },
        },
      ],
    },
  ]
  const { model } = scriptedModel('v4', [call('look', 'never')], 'anthropic.messages')
  const strict = boundModel(model, plimsollOf({ onBrokenSequence: 'terminate' }))
  await expect(strict.doGenerate({ prompt: stray })).rejects.toMatchObject({ reason: 'invalidSequence' })
})
