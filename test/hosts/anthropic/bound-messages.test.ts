import Anthropic from '@anthropic-ai/sdk'
import { CompositionError, createPlimsoll, type Plimsoll, type PlimsollEvent, type Run } from 'plimsoll'
import { boundMessages, type MessagesRequest } from 'plimsoll/anthropic'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect, type Middleware, rejection } from './connect.ts'

const small = plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false })
const long = Array.from(
  { length: 9 },
  (_, index): Anthropic.MessageParam => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}${'é'.repeat(450)}`,
  }),
)

test('bounded messages are a middleware of the client', () => {
  expectTypeOf(boundMessages(plimsollOf())).toExtend<Middleware>()
})

describe('a request that asks for no message', () => {
  test('goes by when it counts tokens, however large it is', async () => {
    const watched = watchRun(small)
    const { client, server } = await connect([], { watched })
    const { model, messages } = ask('p'.repeat(9_000))
    await client.messages.countTokens({ model, messages })
    expect(server.log).toMatchObject([{ path: '/v1/messages/count_tokens', request: { messages } }])
    expect(watched.composed).toEqual([])
  })

  test.each([
    ['POST', '/v1/messages/batches'],
    ['POST', '/v1/messages/count_tokens?beta=true'],
    ['GET', '/v1/messages'],
    ['POST', '/v1/complete'],
    ['POST', '/v1/messages-like'],
  ])('goes by as the very object when it is %s %s', async (method, path) => {
    const given = requestOf(JSON.stringify({ messages: long }), { method, url: `https://api.test${path}` })
    expect(await sentOf(given)).toBe(given)
  })
})

describe('a request for a message', () => {
  test.each([
    'https://api.test/v1/messages',
    'https://api.test/v1/messages?beta=true',
    'https://gateway.test/anthropic/v1/messages/',
  ])('is bounded at %s', async (url) => {
    const sent = await sentOf(requestOf(JSON.stringify({ messages: long }), { url }))
    expect(JSON.parse(String(sent.body)).messages.length).toBeLessThan(9)
    expect(sent.url).toBe(url)
  })

  test('is sent to the letter when nothing has to be left out', async () => {
    const text = '{ "messages": [{"role":"user","content":"Hi."}], "max_tokens": 1.0 }'
    const given = requestOf(text)
    const sent = await sentOf(given)
    expect(sent.body).toBe(text)
    expect(sent.headers).toBe(given.headers)
  })

  test('keeps its other fields in their order, and its headers tell the new length', async () => {
    const text = JSON.stringify({ model: 'm', messages: long, max_tokens: 9, metadata: { user_id: null } })
    const given = requestOf(text)
    given.headers.set('content-length', String(Buffer.byteLength(text)))
    const sent = await sentOf(given)
    expect(Object.keys(JSON.parse(String(sent.body)))).toEqual([
      'model',
      'messages',
      'max_tokens',
      'metadata',
    ])
    expect(sent.headers.get('content-length')).toBe(String(Buffer.byteLength(String(sent.body))))
    expect(sent.headers.get('x-test')).toBe('kept')
    expect(given.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(given.body).toBe(text)
  })

  test('is read whatever its body is made of', async () => {
    const text = JSON.stringify({ messages: long })
    const bodies = [new TextEncoder().encode(text), new Blob([text]), new Response(text).body]
    const expected = (await sentOf(requestOf(text))).body
    for (const body of bodies) expect((await sentOf(requestOf(body))).body).toBe(expected)
  })

  test.each(['', '{', '[]', 'null', '{"messages":"none"}', '{}'])(
    'goes by as the very object when its body is %j, which the API refuses by itself',
    async (body) => {
      const given = requestOf(body)
      expect(await sentOf(given)).toBe(given)
    },
  )

  test('is refused when a message is none', async () => {
    const middleware = boundMessages(small)
    const sent = middleware(requestOf('{"messages":[1]}'), () => expect.fail('it is sent'))
    expect(await rejection(sent)).toMatchObject({ code: 'snapshot', problem: 'unreadableMessage', index: 0 })
  })

  test('goes by as the very object when compaction is off', async () => {
    for (const bounds of [createPlimsoll(), createPlimsoll().openRun()]) {
      const given = requestOf(JSON.stringify({ messages: long }))
      expect(await sentOf(given, boundMessages(bounds as Plimsoll))).toBe(given) // a run does as well
    }
  })
})

describe('a second bound', () => {
  test.each(['client', 'request'] as const)('in the %s is refused when a request comes', async (place) => {
    const watched = watchRun(plimsollOf())
    const second = boundMessages(watched.run)
    const spread: Middleware = (request, next) => next({ ...request, headers: new Headers(request.headers) })
    const inClient = place === 'client' ? [second] : []
    const { client, server } = await connect([], {
      middleware: [boundMessages(plimsollOf()), spread, ...inClient],
    })
    const options = place === 'request' ? { middleware: [second] } : {}
    const error = await rejection(client.messages.create(ask('Hi.'), options))
    expect(error).toBeInstanceOf(CompositionError)
    expect(error).toMatchObject({ problem: 'alreadyWrapped' })
    expect(watched.refusals).toEqual([error])
    expect(server.log).toHaveLength(0)
  })

  test('is not a middleware that sends twice', async () => {
    const twice: Middleware = async (request, next) => {
      await (await next(request)).text()
      return next(request)
    }
    const watched = watchRun(plimsollOf())
    const { client, server } = await connect([], { middleware: [twice], watched })
    await client.messages.create(ask('Hi.'))
    expect(server.log).toHaveLength(2)
    expect(watched.settled).toEqual(['commit', 'commit'])
  })
})

test('middlewares before the bound see the whole list, those behind it what is sent', async () => {
  const seen: number[] = []
  const count: Middleware = (request, next) => {
    seen.push(JSON.parse(String(request.body)).messages.length)
    return next(request)
  }
  const { client } = await connect([], { middleware: [count, boundMessages(small), count] })
  await client.messages.create({ ...ask(''), messages: long })
  expect(seen[0]).toBe(9)
  expect(seen[1]).toBeLessThan(9)
})

test('the client of another platform rewrites what was bounded', async () => {
  class PlatformClient extends Anthropic {
    protected override backendMiddleware(): Middleware[] {
      return [
        ({ url, body, ...request }, next) => {
          const { model, ...fields } = JSON.parse(String(body))
          const path = `/platform/${model}`
          return next({ ...request, url: url.replace('/v1/messages', path), body: JSON.stringify(fields) })
        },
      ]
    }
  }
  const { server } = await connect([])
  const client = new PlatformClient({
    apiKey: 'none',
    baseURL: server.url,
    middleware: [boundMessages(small)],
  })
  await rejection(client.messages.create({ ...ask(''), model: 'm', messages: long }))
  expect(server.log[0]).toMatchObject({ path: '/platform/m' })
  expect(Object(server.log[0]?.request).messages.length).toBeLessThan(9)
})

describe('with a plimsoll, each call', () => {
  test('gets a run of its own, closed when the call is settled', async () => {
    const { plimsoll, runs } = watchRuns(plimsollOf())
    const turns = [{ text: 'one' }, { failure: 'contextTooLong' } as const, { text: 'three' }]
    const { client } = await connect(turns, { middleware: [boundMessages(plimsoll)] })
    await client.messages.create(ask('Hi.'))
    await rejection(client.messages.create(ask('Hi.')))
    const open = await client.messages.create({ ...ask('Hi.'), stream: true })
    expect(await states(runs)).toEqual(['closed', 'closed', 'open'])
    for await (const _ of open);
    await rejection(client.messages.create(ask('p'.repeat(5_000))))
    expect(await states(runs)).toEqual(Array(4).fill('closed'))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(4)
  })

  test('takes the options of the middleware', async () => {
    const events: PlimsollEvent[] = []
    const refusals: string[] = []
    const middleware = boundMessages(plimsollOf(), {
      identity: { agentId: 'writer' },
      report: (event) => events.push(event),
      onRefusal: ({ code }) => refusals.push(code),
    })
    const { client } = await connect([], { middleware: [middleware] })
    await client.messages.create(ask('Hi.'))
    await rejection(client.messages.create(ask('p'.repeat(5_000))))
    expect(events.map(({ type }) => type)).toEqual([
      'assembly.started',
      'assembly.completed',
      'assembly.composed',
      'assembly.started',
      'assembly.terminated',
    ])
    expect(new Set(events.map(({ agentId }) => agentId))).toEqual(new Set(['writer']))
    expect(refusals).toEqual(['assemblyTerminated'])
  })
})

function requestOf(body: unknown, overrides: Partial<MessagesRequest> = {}): MessagesRequest {
  const headers = new Headers({ 'x-test': 'kept' })
  return { method: 'POST', url: 'https://api.test/v1/messages', headers, body, ...overrides }
}

async function sentOf(request: MessagesRequest, middleware = boundMessages(small)): Promise<MessagesRequest> {
  let sent: MessagesRequest | undefined
  await middleware(request, async (bounded) => {
    sent = bounded
    return new Response('{}')
  })
  return sent ?? expect.fail('nothing was sent')
}

function watchRuns(plimsoll: Plimsoll) {
  const runs: Run<unknown>[] = []
  const watched: Plimsoll = {
    ...plimsoll,
    openRun: (options) => {
      const run = plimsoll.openRun(options)
      runs.push(run as unknown as Run<unknown>) // only its life is looked at
      return run
    },
  }
  return { plimsoll: watched, runs }
}

/** A closed run refuses an empty call, an open one takes it. */
function states(runs: readonly Run<unknown>[]): Promise<('open' | 'closed')[]> {
  const tries = runs.map((run) =>
    run.assemble([]).then(
      (opened) => opened.release().then(() => 'open' as const),
      () => 'closed' as const,
    ),
  )
  return Promise.all(tries)
}
