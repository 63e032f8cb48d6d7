import {
  Agent,
  type Model,
  type ModelRequest,
  OpenAIResponsesModel,
  OpenAIResponsesWSModel,
} from '@openai/agents'
import { assistantMessage, ScriptedModel } from '@openai/agents/testing'
import OpenAI from 'openai'
import { CompositionError, createPlimsoll } from 'plimsoll'
import { boundAgentsModel } from 'plimsoll/openai-agents'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { drain, quietRunner, requestOf } from './sdk.ts'

const mark = Symbol.for('plimsoll.bound')
const client = new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1:9/v1', maxRetries: 0 })
const answer = [assistantMessage('Done.')]
const tooLarge = 'p'.repeat(5_000)

test('a model keeps its type and its class', () => {
  const model = new OpenAIResponsesModel(client, 'gpt-5')
  const bound = boundAgentsModel(model, plimsollOf())
  expectTypeOf(bound).toEqualTypeOf<OpenAIResponsesModel>()
  expectTypeOf(boundAgentsModel<Model>).returns.toEqualTypeOf<Model>()
  expect(bound).toBeInstanceOf(OpenAIResponsesModel)
})

test.each(['gpt-5', '', undefined, null, {}, { getResponse: () => {} }])(
  '%j is no model that can be bound',
  (model) => {
    const bind = () => boundAgentsModel(model as never, plimsollOf()) // what types forbid, plain JavaScript may pass
    expect(bind).toThrow(CompositionError)
    expect(bind).toThrow(expect.objectContaining({ problem: 'unsupportedModel' }))
  },
)

test('a model can be bound once, also through a pass-through composition', () => {
  for (const plimsoll of [plimsollOf(), createPlimsoll()]) {
    const bound = boundAgentsModel(new ScriptedModel([]), plimsoll)
    expect(mark in bound).toBe(true)
    expect(() => boundAgentsModel(bound, plimsollOf())).toThrow(
      expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }),
    )
  }
})

test.each(['items', 'text'] as const)(
  'a bound around a decorator around a bound refuses the call, which holds %s',
  async (kind) => {
    const model = new ScriptedModel([answer])
    const watched = watchRun(plimsollOf())
    const inner = boundAgentsModel<Model>(model, watched.run)
    const between: Model = {
      getResponse: (request) => inner.getResponse({ ...request, tracing: false }),
      getStreamedResponse: (request) => inner.getStreamedResponse({ ...request, tracing: false }),
    }
    const outer = boundAgentsModel(between, plimsollOf())
    const input = kind === 'text' ? 'Hi.' : [{ role: 'user' as const, content: 'Hi.' }]
    const error = await rejection(outer.getResponse(requestOf(input)))
    expect(error).toMatchObject({ problem: 'alreadyWrapped' })
    expect(watched.refusals).toEqual([error])
    expect(model.calls).toHaveLength(0)
  },
)

describe('a bound model', () => {
  test('says what its model says of prompts, and asks it for advice on its own errors', async () => {
    const bound = boundAgentsModel(new OpenAIResponsesModel(client, 'gpt-5'), plimsollOf())
    expect(bound.supportsPromptModelSelection).toBe(true)
    const error = Object.assign(new Error('busy'), { headers: new Headers({ 'x-should-retry': 'true' }) })
    const question = { request: requestOf('Hi.'), error, stream: false, attempt: 1 }
    expect(bound.getRetryAdvice(question)).toMatchObject({ suggested: true, replaySafety: 'safe' })
    const plain: Model = new ScriptedModel([])
    const silent: Model = {
      getResponse: plain.getResponse.bind(plain),
      getStreamedResponse: plain.getStreamedResponse.bind(plain),
    }
    const quiet = boundAgentsModel(silent, plimsollOf())
    expect(quiet.supportsPromptModelSelection).toBeUndefined()
    expect(quiet.getRetryAdvice?.(question)).toBeUndefined()
  })

  test('runs methods on its model, private fields included', async () => {
    const bound = boundAgentsModel(new OpenAIResponsesWSModel(client, 'gpt-5'), plimsollOf())
    await bound.close()
    expect(bound).toBeInstanceOf(OpenAIResponsesWSModel)
  })

  test('gets the request itself where nothing is bounded', async () => {
    const seen: ModelRequest[] = []
    const model: Model = {
      getResponse: async (request) => {
        seen.push(request)
        return { usage: {} as never, output: [] } // nobody looks
      },
      getStreamedResponse: () => expect.fail('it is not asked'),
    }
    const request = requestOf([{ role: 'user', content: tooLarge }])
    await boundAgentsModel(model, createPlimsoll()).getResponse(request)
    expect(seen[0]).toBe(request)
  })

  test('gets an array of its own that it may edit, and a text as a text', async () => {
    const model = new ScriptedModel([answer, answer])
    const seen: ModelRequest['input'][] = []
    const spy: Model = {
      getResponse: (request) => {
        seen.push(request.input)
        return model.getResponse(request)
      },
      getStreamedResponse: (request) => model.getStreamedResponse(request),
    }
    const bound = boundAgentsModel(spy, plimsollOf())
    const items = [{ role: 'user' as const, content: 'Hi.' }]
    await bound.getResponse(requestOf(items))
    await bound.getResponse(requestOf('Hi.'))
    expect(seen).toEqual([items, 'Hi.'])
    expect(seen[0]).not.toBe(items)
    expect(Object.isFrozen(seen[0])).toBe(false)
  })

  test('counts instructions, handoffs, the schema of the output and what settings add', async () => {
    const watched = watchRun(plimsollOf())
    const bound = boundAgentsModel<Model>(new ScriptedModel([answer]), watched.run)
    const schema = { type: 'object' as const, properties: {}, required: [], additionalProperties: false }
    await bound.getResponse(
      requestOf('Hi.', {
        systemInstructions: 'Be brief.',
        tools: [
          { type: 'function', name: 'look', description: 'Looks.', parameters: schema, strict: true },
          { type: 'hosted_tool', name: 'web', providerData: { type: 'web_search' } },
        ],
        handoffs: [
          { toolName: 'pass', toolDescription: 'Passes.', inputJsonSchema: schema, strictJsonSchema: true },
        ],
        outputType: { type: 'json_schema', name: 'out', strict: true, schema },
        modelSettings: {
          temperature: 1,
          providerData: { prediction: 'soon', user: 'nobody', extra_body: { note: 'extra' } },
        },
      }),
    )
    const json = JSON.stringify(schema)
    const texts = [
      'Be brief.',
      ...['look', 'Looks.', json],
      ...['web', '{"type":"web_search"}'],
      ...['pass', 'Passes.', json],
      ...['out', json],
      ...['soon', 'extra'],
    ]
    expect(watched.composed[0]?.categories).toContainEqual({
      category: 'requestOverhead',
      size: texts.join('').length,
      entryCount: 0,
    })
  })

  test('learns what the provider counted, and nothing where it did not', async () => {
    const reported: unknown[] = []
    const watched = watchRun(plimsollOf())
    const run = new Proxy(watched.run, {
      get: (target, key) => {
        if (key !== 'assemble') return Reflect.get(target, key)
        return async (...values: Parameters<typeof target.assemble>) => {
          const call = await target.assemble(...values)
          return {
            ...call,
            commit: (report?: object) => {
              reported.push(report)
              return call.commit()
            },
          }
        }
      },
    })
    const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 1, totalTokens: inputTokens + 1 })
    const answering: Model = {
      getResponse: async () => ({ usage: usage(0) as never, output: [] }), // as the SDK fills it in
      getStreamedResponse: async function* () {
        yield { type: 'response_done', response: { id: 'r', usage: usage(7), output: [] } }
      },
    }
    const bound = boundAgentsModel(answering, run)
    await bound.getResponse(requestOf('Hi.'))
    await drain(bound.getStreamedResponse(requestOf('Hi.')))
    expect(reported[0]).toEqual({ usage: undefined })
    expect(reported[1]).toEqual({ usage: { inputTokens: 7 } })
  })
})

describe('a refusal', () => {
  test.each([true, false])(
    'is not tried again by a runner whose policy tries everything (stream: %s)',
    async (stream) => {
      const model = new ScriptedModel([])
      const watched = watchRun(plimsollOf())
      const asked: number[] = []
      const policy = ({ attempt }: { attempt: number }) => {
        asked.push(attempt)
        return { retry: true, approveUnsafeReplay: true, delayMs: 1 }
      }
      const runner = quietRunner({ modelSettings: { retry: { maxRetries: 3, policy } } })
      const agent = new Agent({ name: 'Scout', model: boundAgentsModel(model, watched.run) })
      const error = await rejection(
        stream
          ? runner.run(agent, tooLarge, { stream }).then((result) => result.completed)
          : runner.run(agent, tooLarge),
      )
      expect(error).toBe(watched.refusals[0])
      expect(watched.refusals).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
      expect(asked).toEqual([])
      expect(model.calls).toHaveLength(0)
    },
  )

  test('comes before a WebSocket is opened', async () => {
    const watched = watchRun(plimsollOf())
    const bound = boundAgentsModel(new OpenAIResponsesWSModel(client, 'gpt-5'), watched.run)
    const error = await rejection(bound.getResponse(requestOf(tooLarge)))
    expect(error).toBe(watched.refusals[0])
    const streamed = await rejection(drain(bound.getStreamedResponse(requestOf(tooLarge))))
    expect(streamed).toBe(watched.refusals[1])
    // What isn't refused finds nobody who listens, through the model's own transport.
    await expect(bound.getResponse(requestOf('Hi.'))).rejects.not.toMatchObject({
      code: 'assemblyTerminated',
    })
    expect(watched.settled).toEqual(['release'])
  })
})
