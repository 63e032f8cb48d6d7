import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import {
  createAgent,
  createMiddleware,
  MiddlewareError,
  modelRetryMiddleware,
  providerStrategy,
  toolStrategy,
} from 'langchain'
import {
  CompositionError,
  createPlimsoll,
  findPlimsollError,
  type PlimsollError,
  type Reducer,
} from 'plimsoll'
import { boundChatModel, boundMiddleware, ServerHeldContextError } from 'plimsoll/langchain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { lookTool, type Middlewares, retryMiddleware } from './connect.ts'
import { call, lengthOf, ScriptedModel, StreamingModel } from './scripted-model.ts'

const done = new AIMessage('Done.')
const tooLarge = 'p'.repeat(5_000)
const long: BaseMessage[] = [...Array(8)].flatMap((_, turn) => [
  new HumanMessage(`Question ${turn}: ${'q'.repeat(400)}`),
  new AIMessage(`Answer ${turn}: ${'a'.repeat(400)}`),
])

const upstreamReducer: Reducer<unknown> = ({ units }) => ({
  summaries: [{ over: [1, units.length - 4], text: 'A summary.' }],
})

describe('a refusal', () => {
  test('rejects invoke with a MiddlewareError of our name, whose cause is our instance', async () => {
    const { agent, watched, model } = setUp([done])
    const error = await rejection(agent.invoke({ messages: [new HumanMessage(tooLarge)] }))
    expect(MiddlewareError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ name: 'AssemblyTerminatedError', cause: watched.refusals[0] })
    expect(findPlimsollError(error)).toBe(watched.refusals[0])
    expect(watched.refusals).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
    expect(model.requests).toEqual([])
  })

  test.each(['messages', 'values', 'updates'] as const)(
    'rejects a stream of %s with the same, at once or from its iterator',
    async (streamMode) => {
      const { agent, watched, model } = setUp([done])
      const input = { messages: [new HumanMessage(tooLarge)] }
      const error = await rejection(agent.stream(input, { streamMode }).then(drain))
      expect(MiddlewareError.isInstance(error)).toBe(true)
      expect(error).toMatchObject({ cause: watched.refusals[0] })
      expect(watched.refusals).toHaveLength(1)
      expect(model.requests).toEqual([])
    },
  )

  test('is heard once by a listener of the middleware, whatever that throws', async () => {
    const heard: PlimsollError[] = []
    const onRefusal = (error: PlimsollError): void => {
      heard.push(error)
      throw new Error('the listener fails')
    }
    const middleware = [boundMiddleware(plimsollOf(), { onRefusal })]
    const agent = createAgent({ model: new ScriptedModel({ answers: [done] }), middleware })
    const error = await rejection(agent.invoke({ messages: [new HumanMessage(tooLarge)] }))
    expect(heard).toEqual([findPlimsollError(error)])
  })

  test('becomes an answer where a retry around it keeps its defaults, after it was tried three times', async () => {
    const retry = modelRetryMiddleware({ initialDelayMs: 1, jitter: false }) as unknown as Middlewares[number] // as in connect.ts
    const { agent, watched, model } = setUp([done], [retry])
    const { messages } = await agent.invoke({ messages: [new HumanMessage(tooLarge)] })
    expect(messages.at(-1)?.text).toMatch(/^Model call failed after 3 attempts/)
    expect(messages.at(-1)?.text).not.toContain('ppp')
    expect(watched.refusals).toHaveLength(3)
    expect(model.requests).toEqual([])
  })
})

describe('a retry', () => {
  test('around the bound is bounded anew, and settled, attempt by attempt', async () => {
    const { agent, watched, model } = setUp([new Error('down'), done], [retryMiddleware()])
    await agent.invoke({ messages: long })
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(model.requests.map(lengthOf).every((length) => length <= 4_000)).toBe(true)
  })

  test('inside of the bound sends the same list again', async () => {
    const watched = watchRun(plimsollOf())
    const model = new ScriptedModel({ answers: [new Error('down'), done] })
    const middleware = [boundMiddleware(watched.run), retryMiddleware()]
    await createAgent({ model, middleware }).invoke({ messages: long })
    expect(watched.settled).toEqual(['commit'])
    expect(model.requests[1]).toEqual(model.requests[0])
  })
})

describe('what is sent', () => {
  test('is an array of its own, also when nothing is left out, so that edits reach no state and no checkpoint', async () => {
    const editing = createMiddleware({
      name: 'Editing',
      wrapModelCall: (request, handler) => {
        request.messages.push(new HumanMessage('edited'))
        return handler(request)
      },
    })
    const model = new ScriptedModel({ answers: [done] })
    const checkpointer = new MemorySaver()
    const middleware = [boundMiddleware(plimsollOf()), editing]
    const agent = createAgent({ model, middleware, checkpointer })
    const config = { configurable: { thread_id: 'one' } }
    await agent.invoke({ messages: [new HumanMessage('Hi.')] }, config)
    expect(model.requests[0]?.map(({ text }) => text)).toEqual(['Hi.', 'edited'])
    const { values } = await agent.graph.getState(config)
    expect(values.messages.map(({ text }: BaseMessage) => text)).toEqual(['Hi.', 'Done.'])
  })

  test('holds messages of the state, and nothing but instances of the classes of the framework', async () => {
    let sent: readonly BaseMessage[] = []
    const noting = createMiddleware({
      name: 'Noting',
      wrapModelCall: (request, handler) => {
        sent = request.messages
        return handler(request)
      },
    })
    const model = new ScriptedModel({ answers: [done] })
    const plimsoll = plimsollOf({ upstreamReducer, recentMessageRetentionCount: 2 })
    const agent = createAgent({ model, middleware: [boundMiddleware(plimsoll), noting] })
    const { messages: state } = await agent.invoke({ messages: [...long, new HumanMessage('Go on.')] })
    expect(sent.at(-1)).toBe(state.at(-2))
    expect(sent.map((message) => message instanceof HumanMessage || message instanceof AIMessage)).toEqual(
      sent.map(() => true),
    )
    expect(sent.filter((message) => !state.includes(message))).toHaveLength(1)
    expect(lengthOf(sent)).toBeLessThanOrEqual(4_000)
  })

  test('has an elided result of the same class, with its id, status and artifact', async () => {
    const { agent, model } = setUp([done], [], { relief: ['elide'], recentMessageRetentionCount: 3 })
    const result = new ToolMessage({
      ...{ tool_call_id: 'one', name: 'look', status: 'error', artifact: { rows: 1 }, id: 'result-1' },
      content: 'r'.repeat(6_000),
    })
    await agent.invoke({ messages: [new HumanMessage('Look.'), call('one'), result] })
    const sent = model.requests[0]?.at(-1)
    expect(sent).toBeInstanceOf(ToolMessage)
    expect(sent).toMatchObject({
      id: 'result-1',
      status: 'error',
      artifact: { rows: 1 },
      tool_call_id: 'one',
    })
    expect(sent?.text.length).toBeLessThan(200)
    expect(sent?.toDict().data.content).toBe(sent?.text)
    expect(result.text).toHaveLength(6_000)
  })
})

describe('beside the list', () => {
  test('the system prompt counts, and is never left out', async () => {
    const { agent, watched, model } = setUp([done], [], {}, { systemPrompt: 's'.repeat(700) })
    await agent.invoke({ messages: long })
    expect(overheadOf(watched)).toBe(700)
    expect(model.requests[0]?.[0]?.text).toHaveLength(700)
    expect(lengthOf(model.requests[0] ?? [])).toBeLessThanOrEqual(4_000)
  })

  const schema = z.object({ place: z.string() })
  const plain = { title: 'place', type: 'object', properties: { place: { type: 'string' } } }

  test.each([
    ['a strategy of the provider', providerStrategy(schema)],
    ['a strategy of a tool', toolStrategy(schema)],
    ['a JSON schema', plain],
    ['a schema of zod', schema],
  ])('%s counts', async (_, responseFormat) => {
    const answer = new AIMessage('{"place":"here"}')
    const { agent, watched } = setUp([answer], [], {}, { responseFormat })
    await agent.invoke({ messages: [new HumanMessage('Where?')] }).catch(() => {})
    expect(overheadOf(watched)).toBeGreaterThan(JSON.stringify(plain.properties).length)
  })

  test('tools are measured once for all calls of an agent', async () => {
    const { agent, watched } = setUp([call('one'), call('two'), done])
    await agent.invoke({ messages: [new HumanMessage('Look.')] })
    const [first, ...more] = watched.composed.map(({ categories }) => categories.find(isOverhead)?.size)
    expect(first).toBeGreaterThan(0)
    expect(more).toEqual([first, first])
  })
})

describe('a second bound in one composition', () => {
  test('is refused by the framework where the names are the same', () => {
    const model = new ScriptedModel({ answers: [done] })
    const middleware = [boundMiddleware(plimsollOf()), boundMiddleware(plimsollOf())]
    expect(() => createAgent({ model, middleware })).toThrow('PlimsollMiddleware is defined multiple times')
  })

  test('is refused on the first call where they are not', async () => {
    const again = createMiddleware({ ...boundMiddleware(plimsollOf()), name: 'Again' })
    const { agent, model, watched } = setUp([done], [again])
    const error = await rejection(agent.invoke({ messages: 'Hi.' }))
    expect(findPlimsollError(error)).toMatchObject({ code: 'composition', problem: 'alreadyWrapped' })
    expect(watched.refusals).toEqual([findPlimsollError(error)])
    expect(model.requests).toEqual([])
  })

  test('is refused where the model is bounded already', async () => {
    const model = boundChatModel(new ScriptedModel({ answers: [done] }), plimsollOf())
    const agent = createAgent({ model, middleware: [boundMiddleware(plimsollOf())] })
    const error = await rejection(agent.invoke({ messages: 'Hi.' }))
    expect(CompositionError.isInstance(findPlimsollError(error))).toBe(true)
    expect(model.requests).toEqual([])
  })
})

describe('context that the server holds', () => {
  const holding = createMiddleware({
    name: 'Holding',
    wrapModelCall: (request, handler) =>
      handler({ ...request, modelSettings: { previous_response_id: 'resp_1' } }),
  })

  test('is refused, and the id stays out of the message', async () => {
    const { agent, watched, model } = setUp([done], [holding])
    const error = findPlimsollError(await rejection(agent.invoke({ messages: 'Go on.' })))
    expect(ServerHeldContextError.isInstance(error) && error.found).toBe('previousResponse')
    expect(error?.message).not.toContain('resp_1')
    expect(watched.refusals).toEqual([error])
    expect(model.requests).toEqual([])
  })

  test('passes unbounded where that is asked for, and is reported', async () => {
    const heard: unknown[] = []
    const bound = boundMiddleware(plimsollOf(), {
      serverHeld: 'pass',
      onServerHeld: (held) => heard.push(held.found),
    })
    const model = new ScriptedModel({ answers: [done] })
    await createAgent({ model, middleware: [holding, bound] }).invoke({ messages: long })
    expect(heard).toEqual(['previousResponse'])
    expect(model.requests[0]).toHaveLength(16)
  })
})

test('a composition without compaction hands on the very request', async () => {
  const { wrapModelCall } = boundMiddleware(createPlimsoll())
  const request = { model: new ScriptedModel({ answers: [done] }), messages: long }
  expect(await wrapModelCall(request, (sent) => sent)).toBe(request)
})

test('calls without a run of the caller share nothing', async () => {
  const ids = new Set<string>()
  const bound = boundMiddleware(plimsollOf(), { report: ({ runId }) => void ids.add(runId) })
  const agent = createAgent({ model: new StreamingModel({ answers: [done] }), middleware: [bound] })
  await Promise.all([agent.invoke({ messages: long }), agent.invoke({ messages: long })])
  expect(ids.size).toBe(2)
})

test('the usage that the model reports is committed with the call', async () => {
  const usage: unknown[] = []
  const run = plimsollOf().openRun()
  const noting = new Proxy(run, {
    get: (target, key) =>
      key === 'assemble'
        ? async (...values: Parameters<typeof run.assemble>) => {
            const made = await run.assemble(...values)
            return { ...made, commit: async (report: unknown) => void usage.push(report) }
          }
        : Reflect.get(target, key),
  })
  const usage_metadata = { input_tokens: 12, output_tokens: 3, total_tokens: 15 }
  const answer = Object.assign(new AIMessage('Done.'), { usage_metadata })
  const model = new ScriptedModel({ answers: [answer] })
  await createAgent({ model, middleware: [boundMiddleware(noting)] }).invoke({ messages: 'Hi.' })
  expect(usage).toEqual([{ usage: { inputTokens: 12 } }])
})

test('a context that the provider finds too long is assembled again under a lower limit, where that is asked for', async () => {
  const tooLong = Object.assign(new Error('400 too long'), { status: 400, code: 'context_length_exceeded' })
  const model = new ScriptedModel({ answers: [tooLong, done] })
  const plimsoll = plimsollOf({ recentMessageRetentionCount: 1 })
  const middleware = [boundMiddleware(plimsoll, { retryOnOverflow: true })]
  await createAgent({ model, middleware }).invoke({ messages: long.slice(8) })
  const [first = 0, second = 0] = model.requests.map(lengthOf)
  expect(second).toBeGreaterThan(0)
  expect(second).toBeLessThan(first)
})

type Composition = Parameters<typeof plimsollOf>[0]

function setUp(
  answers: ConstructorParameters<typeof ScriptedModel>[0]['answers'],
  around: Middlewares = [],
  composition: Composition = {},
  options: object = {},
) {
  const watched = watchRun(plimsollOf({ pinFirstUserMessage: false, ...composition }))
  const model = new ScriptedModel({ answers })
  const tools = 'systemPrompt' in options || 'responseFormat' in options ? [] : [lookTool(() => 'seen')]
  const middleware = [...around, boundMiddleware(watched.run)]
  return { watched, model, agent: createAgent({ model, tools, middleware, ...options }) }
}

function isOverhead({ category }: { readonly category: string }): boolean {
  return category === 'requestOverhead'
}

function overheadOf({ composed }: ReturnType<typeof watchRun>): number | undefined {
  return composed[0]?.categories.find(isOverhead)?.size
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
