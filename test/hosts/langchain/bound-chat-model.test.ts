import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, initChatModel } from 'langchain'
import { CompositionError, createPlimsoll, type PlimsollError, type Reducer } from 'plimsoll'
import { boundChatModel } from 'plimsoll/langchain'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { chatOpenAI, lookTool, summarizing } from './connect.ts'
import { lengthOf, ScriptedModel, StreamingModel } from './scripted-model.ts'

const servers: RuleServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const done = new AIMessage('Done.')
const tooLarge = 'p'.repeat(5_000)
const long: BaseMessage[] = [...Array(8)].flatMap((_, turn) => [
  new HumanMessage(`Question ${turn}: ${'q'.repeat(400)}`),
  new AIMessage(`Answer ${turn}: ${'a'.repeat(400)}`),
])

const upstreamReducer: Reducer<unknown> = ({ units }) => ({
  summaries: [{ over: [1, units.length - 4], text: 'A summary.' }],
})

describe("the framework's own summaries", () => {
  test('go through the bound of their model', async () => {
    const watched = watchRun(plimsollOf())
    const small = new ScriptedModel({ answers: [new AIMessage('A summary.')] })
    const middleware = [summarizing(boundChatModel(small, watched.run), 300)]
    await createAgent({ model: new ScriptedModel({ answers: [done] }), middleware }).invoke({
      messages: long,
    })
    expect(watched.composed).toHaveLength(1)
    expect(watched.settled).toEqual(['commit'])
    expect(small.requests).toHaveLength(1)
    expect(lengthOf(small.requests[0] ?? [])).toBeLessThanOrEqual(4_000)
  })

  test('that are too large are not sent, and the listener hears what the framework hides', async () => {
    const heard: PlimsollError[] = []
    const small = new ScriptedModel({ answers: [new AIMessage('A summary.')] })
    const bound = boundChatModel(small, plimsollOf(), { onRefusal: (error) => heard.push(error) })
    const model = new ScriptedModel({ answers: [done] })
    const { messages } = await createAgent({ model, middleware: [summarizing(bound)] }).invoke({
      messages: long,
    })
    expect(small.requests).toEqual([])
    expect(heard).toMatchObject([{ outcome: 'irreducible' }])
    expect(messages[0]?.text).toContain('Error generating summary')
  })
})

describe('a bounded chat model', () => {
  test('bounds whatever call is made of it', async () => {
    const model = new StreamingModel({ answers: [done] })
    const watched = watchRun(plimsollOf())
    const bound = boundChatModel(model, watched.run)
    expect((await bound.invoke(long)).text).toBe('Done.')
    await bound.batch([long, long])
    await drain(await bound.stream(long))
    await drain(bound.streamEvents(long, { version: 'v2' }))
    await drain(bound.streamEvents(long))
    await bound.generate([long])
    await bound.pipe((message: AIMessage) => message.text).invoke(long)
    expect(model.requests).toHaveLength(8)
    expect(Math.max(...model.requests.map(lengthOf))).toBeLessThanOrEqual(4_000)
    expect(watched.settled).toEqual(Array(8).fill('commit'))
  })

  test('sends nothing but instances of the classes of the framework', async () => {
    const model = new ScriptedModel({ answers: [done] })
    const plimsoll = plimsollOf({ upstreamReducer, recentMessageRetentionCount: 2 })
    await boundChatModel(model, plimsoll).invoke([...long, new HumanMessage('Go on.')])
    const sent = model.requests[0] ?? []
    expect(sent.filter((message) => !long.includes(message))).toHaveLength(2)
    expect(sent.every((message) => message instanceof HumanMessage || message instanceof AIMessage)).toBe(
      true,
    )
  })

  test('rejects with our own instance, in each of them', async () => {
    const model = new StreamingModel({ answers: [done] })
    const watched = watchRun(plimsollOf())
    const bound = boundChatModel(model, watched.run)
    expect(await rejection(bound.invoke(tooLarge))).toBe(watched.refusals[0])
    expect(await rejection(bound.stream(tooLarge).then(drain))).toBe(watched.refusals[1])
    expect(watched.refusals).toHaveLength(2)
    expect(model.requests).toEqual([])
  })

  test('is of the same class and type, and leaves the model as it is', async () => {
    const model = new ScriptedModel({ answers: [done] })
    const bound = boundChatModel(model, plimsollOf())
    expectTypeOf(bound).toEqualTypeOf<ScriptedModel>()
    expect(bound).toBeInstanceOf(ScriptedModel)
    await model.invoke(long)
    expect(model.requests[0]).toHaveLength(16)
  })

  test('that can not stream does not pretend to', async () => {
    const bound = boundChatModel(new ScriptedModel({ answers: [done] }), plimsollOf())
    const chunks: string[] = []
    for await (const chunk of await bound.stream('Hi.')) chunks.push(chunk.text)
    expect(chunks).toEqual(['Done.'])
  })

  test('releases a stream that its reader breaks off, and one that fails', async () => {
    const watched = watchRun(plimsollOf())
    const bound = boundChatModel(new StreamingModel({ answers: [new AIMessage('one two')] }), watched.run)
    for await (const _ of await bound.stream('Hi.')) break
    const failing = boundChatModel(new StreamingModel({ answers: [new Error('down')] }), watched.run)
    await rejection(failing.stream('Hi.').then(drain))
    await expect.poll(() => watched.settled).toEqual(['release', 'release'])
  })

  test('whose clones have tools bound to them bounds those as well', async () => {
    const model = new ScriptedModel({ answers: [done] })
    const bound = boundChatModel(model, plimsollOf())
    await bound.bindTools([lookTool(() => 'seen')]).invoke(long)
    await bound.withConfig({ tags: ['one'] }).invoke(long)
    await bound.withRetry().invoke(long)
    expect(Math.max(...model.requests.map(lengthOf))).toBeLessThanOrEqual(4_000)
    expect(model.requests).toHaveLength(3)
  })

  test('assembles again under a lower limit what the provider finds too long, where that is asked for', async () => {
    const tooLong = Object.assign(new Error('400'), { status: 400, code: 'context_length_exceeded' })
    for (const ask of ['invoke', 'stream'] as const) {
      const model = new StreamingModel({ answers: [tooLong, done] })
      const plimsoll = plimsollOf({ recentMessageRetentionCount: 1 })
      const bound = boundChatModel(model, plimsoll, { retryOnOverflow: true })
      if (ask === 'invoke') await bound.invoke(long.slice(8))
      else await drain(await bound.stream(long.slice(8)))
      const [first = 0, second = 0] = model.requests.map(lengthOf)
      expect(second).toBeGreaterThan(0)
      expect(second).toBeLessThan(first)
    }
  })

  test('hands on the very list where compaction is off', async () => {
    const model = new ScriptedModel({ answers: [done] })
    const bound = boundChatModel(model, createPlimsoll())
    await bound.invoke(long)
    expect(model.requests[0]).toEqual(long)
  })
})

describe('a bounded ChatOpenAI', () => {
  test.each(['chat', 'responses'] as const)('keeps its bound in every clone of its own (%s)', async (api) => {
    const { server, model, watched } = await setUp(api)
    const schema = z.object({ place: z.string() })
    await model.bindTools([lookTool(() => 'seen')]).invoke(long)
    await model.withConfig({ stop: ['never'] }).invoke(long)
    await model
      .withStructuredOutput(schema, { method: 'functionCalling' })
      .invoke(long)
      .catch(() => {})
    await model
      .withStructuredOutput(schema, { method: 'jsonSchema' })
      .invoke(long)
      .catch(() => {})
    expect(server.log.map(({ bytes }) => bytes <= 4_600)).toEqual(Array(4).fill(true))
    expect(watched.settled).toEqual(Array(4).fill('commit'))
    const overheads = watched.composed.map(({ categories }) =>
      categories.find(({ category }) => category === 'requestOverhead'),
    )
    expect(overheads.map((overhead) => (overhead?.size ?? 0) > 30)).toEqual([true, false, true, true])
  })

  test.each(['chat', 'responses'] as const)(
    'is bounded where the new events are streamed (%s)',
    async (api) => {
      const { server, model, watched } = await setUp(api)
      await drain(model.streamEvents(long))
      expect(server.log.map(({ bytes }) => bytes <= 4_600)).toEqual([true])
      expect(watched.settled).toEqual(['commit'])
    },
  )

  test('refuses what the server holds, wherever that stands', async () => {
    const { server, model, watched } = await setUp('responses')
    const held = { previous_response_id: 'resp_1' }
    await rejection(model.invoke('Go on.', held))
    await rejection(model.withConfig(held).invoke('Go on.'))
    await rejection(
      boundChatModel(chatOpenAI(server.url, 'responses', { modelKwargs: held }), watched.run).invoke('Hi.'),
    )
    expect(watched.refusals.map(({ code }) => code)).toEqual(Array(3).fill('serverHeldContext'))
    expect(server.log).toEqual([])
  })

  async function setUp(api: 'chat' | 'responses') {
    const turns = ['Done.', 'Done.', 'Done.', '{"place":"here"}'].map((text) => ({ text }))
    const server = await startRuleServer({ turns })
    servers.push(server)
    const watched = watchRun(plimsollOf())
    return { server, watched, model: boundChatModel(chatOpenAI(server.url, api), watched.run) }
  }
})

test('what is bounded is refused, at once', () => {
  const bound = boundChatModel(new ScriptedModel({ answers: [done] }), plimsollOf())
  for (const again of [bound, bound.bindTools([])]) {
    const bind = () => boundChatModel(again as ScriptedModel, plimsollOf()) // a clone of it
    expect(bind).toThrow(expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }))
  }
})

test('what is no chat model is refused, a model that is yet to be made among them', async () => {
  const made = await initChatModel('gpt-5', { modelProvider: 'openai', apiKey: 'none' })
  for (const model of ['openai:gpt-5', null, {}, made, new ChatOpenAI({ apiKey: 'none' }).withRetry()]) {
    const bind = () => boundChatModel(model as never, plimsollOf()) // what types forbid, plain JavaScript may pass
    expect(bind).toThrow(CompositionError)
    expect(bind).toThrow(expect.objectContaining({ problem: 'unsupportedModel' }))
  }
})

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
