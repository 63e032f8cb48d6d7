import {
  AssemblyTerminatedError,
  createPlimsoll,
  findPlimsollError,
  type PlimsollError,
  recommended,
} from 'plimsoll'
import { boundMessages, ServerHeldContextError } from 'plimsoll/anthropic'
import { describe, expect, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect, type Middleware, model, rejection } from './connect.ts'
import { rounds, toolLoops } from './tool-loop.ts'

const tooLarge = 'p'.repeat(5_000)

test.each([0, 2, 5])('a refusal is our own error, and not retried with %i retries', async (maxRetries) => {
  const watched = watchRun(plimsollOf())
  const { client, server } = await connect([], { watched })
  const error = await rejection(client.messages.create(ask(tooLarge), { maxRetries }))
  expect(AssemblyTerminatedError.isInstance(error)).toBe(true)
  expect(error).toBeInstanceOf(AssemblyTerminatedError)
  expect(error).toMatchObject({ outcome: 'irreducible', reason: 'requiredContentTooLarge' })
  expect(watched.refusals).toEqual([error])
  expect(server.log).toHaveLength(0)
})

test('a stream is refused alike: by its event, by its iterator and by its promise', async () => {
  const watched = watchRun(plimsollOf())
  const { client, server } = await connect([], { watched })
  const heard: unknown[] = []
  const stream = client.messages.stream(ask(tooLarge)).on('error', (error) => heard.push(error))
  const thrown = await rejection(stream.finalMessage())
  const events = await rejection(client.messages.create({ ...ask(tooLarge), stream: true }))
  expect(events).toBe(watched.refusals[1])
  // The helper wraps what isn't its own.
  expect(heard).toEqual([thrown])
  expect(thrown).toMatchObject({ cause: watched.refusals[0] })
  expect(watched.refusals).toHaveLength(2)
  expect(server.log).toHaveLength(0)
})

test.each(toolLoops)('a later round of $title is refused after the rounds before were sent', async (loop) => {
  const watched = watchRun(plimsollOf())
  const { client, server } = await connect(rounds(3), { watched })
  const results = ['seen', tooLarge]
  const error = await rejection(loop.run(client, () => results.shift() ?? ''))
  expect(watched.refusals).toHaveLength(1)
  expect(loop.wraps ? Object(error).cause : error).toBe(watched.refusals[0])
  expect(findPlimsollError(error)).toBe(watched.refusals[0])
  expect(server.log.map(({ status }) => status)).toEqual([200, 200])
})

test('an attempt is assembled anew from the full list when a busy server is asked again', async () => {
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false }))
  const { client, server } = await connect([{ failure: 'rateLimit' }, { failure: 'overloaded' }], { watched })
  const messages = Array.from({ length: 9 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${index}${'x'.repeat(900)}`,
  }))
  await client.messages.create({ ...ask(''), messages })
  expect(server.log.map(({ status }) => status)).toEqual([429, 529, 200])
  const [first, ...others] = server.log.map(({ request }) => request)
  expect(others).toEqual([first, first])
  expect(watched.composed.map(({ originalSize }) => originalSize)).toEqual(Array(3).fill(9 * 901))
  expect(watched.settled).toEqual(['release', 'release', 'commit'])
})

test('a refusal of a second attempt is our own error as well', async () => {
  let size = 100
  const growing: Middleware = async (request, next) => {
    const response = await next(request)
    size = 2_000
    return response
  }
  const estimator = { unit: 'growing', estimate: () => size }
  const watched = watchRun(createPlimsoll(recommended({ hardLimitUnits: 1_000, estimator, relief: [] })))
  const { client, server } = await connect([{ failure: 'overloaded' }], { watched, middleware: [growing] })
  expect(await rejection(client.messages.create(ask('Hi.')))).toBe(watched.refusals[0])
  expect(watched.settled).toEqual(['release'])
  expect(server.log.map(({ status }) => status)).toEqual([529])
})

test('a listener of the middleware hears each refusal once, whatever it throws, and nothing of the server', async () => {
  const heard: PlimsollError[] = []
  const watched = watchRun(plimsollOf())
  const middleware = boundMessages(watched.run, {
    onRefusal: (error) => {
      heard.push(error)
      throw new Error('the listener fails')
    },
  })
  const { client } = await connect([{ failure: 'contextTooLong' }], { middleware: [middleware] })
  expect(await rejection(client.messages.create(ask('Hi.')))).toMatchObject({ status: 400 })
  expect(heard).toEqual([])
  const error = await rejection(client.messages.create(ask(tooLarge)))
  expect(heard).toEqual([error])
  expect(watched.refusals).toEqual([error])
})

test('every call of a closed run is refused', async () => {
  const watched = watchRun(plimsollOf())
  const { client, server } = await connect([], { watched })
  await watched.run.close()
  expect(await rejection(client.messages.create(ask('Hi.')))).toMatchObject({ code: 'runClosed' })
  expect(server.log).toHaveLength(0)
})

describe('a message thread', () => {
  const look = {
    name: 'look',
    description: 'Looks.',
    input_schema: { type: 'object' as const },
    run: () => 'seen',
  }
  const params = { ...ask('Look.'), tools: [{ ...look, parse: (input: unknown) => input }] }

  test('is what a tool runner uses by default, and is refused before its first request', async () => {
    const watched = watchRun(plimsollOf())
    const { client, server } = await connect(rounds(2), { watched })
    const error = await rejection(client.beta.messages.toolRunner(params).runUntilDone())
    expect(ServerHeldContextError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code: 'serverHeldContext', found: 'anthropicThread' })
    expect(String(error)).toContain('thread: false')
    expect(watched.refusals).toEqual([error])
    expect(server.log).toHaveLength(0)
  })

  test('is refused also when a request goes on with it', async () => {
    const heard: PlimsollError[] = []
    const middleware = boundMessages(plimsollOf(), { onRefusal: (error) => heard.push(error) })
    const { client, server } = await connect([], { middleware: [middleware] })
    const thread = { type: 'continue' as const, previous_message_id: 'msg_1' }
    const error = await rejection(client.beta.messages.create({ ...ask('On.'), thread }))
    expect(error).toBeInstanceOf(ServerHeldContextError)
    expect(heard).toEqual([error])
    expect(server.log).toHaveLength(0)
  })

  test('passes as it is when it is allowed to, which is told', async () => {
    const found: string[] = []
    const watched = watchRun(plimsollOf())
    const middleware = boundMessages(watched.run, {
      serverHeld: 'pass',
      onServerHeld: (context) => found.push(context.found),
    })
    const { client, server } = await connect([{ calls: [{ id: 'toolu_0', name: 'look' }] }], {
      middleware: [middleware],
    })
    // The rule server holds no threads: it refuses the second request, which has the new result alone.
    expect(await rejection(client.beta.messages.toolRunner(params).runUntilDone())).toMatchObject({
      status: 400,
    })
    expect(server.log.map(({ request }) => Object(request).thread)).toEqual([
      { type: 'create' },
      { type: 'continue', previous_message_id: 'msg_1' },
    ])
    expect(found).toEqual(['anthropicThread', 'anthropicThread'])
    expect(watched.composed).toEqual([])
  })

  test('passes where calls are only observed, and is reported', async () => {
    const found: unknown[] = []
    const watched = watchRun(plimsollOf({ mode: 'observe' }))
    const middleware = boundMessages(watched.run, { onServerHeld: (context) => found.push(context) })
    const { client, server } = await connect([], { middleware: [middleware] })
    const thread = { type: 'continue' as const, previous_message_id: 'msg_1' }
    await client.beta.messages.create({ ...ask('On.'), thread })
    expect(server.log).toMatchObject([{ request: { thread } }])
    expect(found).toEqual([{ found: 'anthropicThread', index: undefined }])
    expect(watched.refusals).toMatchObject([{ code: 'serverHeldContext', found: 'anthropicThread' }])
  })

  test('that a request says it is not a part of goes through', async () => {
    const watched = watchRun(plimsollOf())
    const { client, server } = await connect([], { watched })
    await client.beta.messages.create({ ...ask('Hi.'), thread: null })
    expect(watched.settled).toEqual(['commit'])
    expect(server.log[0]?.request).toMatchObject({ model, thread: null })
  })
})
