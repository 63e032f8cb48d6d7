import type Anthropic from '@anthropic-ai/sdk'
import { boundMessages } from 'plimsoll/anthropic'
import { expect, test } from 'vitest'
import { createGate } from '../../support/rule-server/gate.ts'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect, rejection } from './connect.ts'

const once = { maxRetries: 0 }

test('a call is committed when its answer was read', async () => {
  const { client, watched } = await setUp([{ text: 'Seen.' }])
  expect(await client.messages.create(ask('Look.'))).toMatchObject({ content: [{ text: 'Seen.' }] })
  expect(watched.settled).toEqual(['commit'])
})

test('a call whose answer nobody has read stays open', async () => {
  const { client, watched } = await setUp([{ text: 'Seen.' }])
  const response = await client.messages.create(ask('Look.')).asResponse()
  expect(watched.settled).toEqual([undefined])
  expect(await response.json()).toMatchObject({ content: [{ text: 'Seen.' }] })
  expect(watched.settled).toEqual(['commit'])
})

test('a response keeps its status, headers, url and request id', async () => {
  const { client, server } = await setUp([])
  const { response, request_id: requestId } = await client.messages.create(ask('Hi.')).withResponse()
  expect(response).toMatchObject({ status: 200, url: `${server.url}/v1/messages` })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(requestId).toBe('req_1')
})

test.each(['contextTooLong', 'serverError', 'rateLimit'] as const)(
  'a call is released by %s',
  async (failure) => {
    const { client, watched } = await setUp([{ failure }])
    expect(await rejection(client.messages.create(ask('Look.'), once))).toMatchObject({
      status: expect.any(Number),
      error: { type: 'error' },
    })
    expect(watched.settled).toEqual(['release'])
  },
)

test('a call is released when no connection comes about', async () => {
  const { client, server, watched } = await setUp([])
  await server.close()
  await rejection(client.messages.create(ask('Look.'), once))
  expect(watched.settled).toEqual(['release'])
})

test('a stream is committed when it has ended, and not before', async () => {
  const gate = createGate()
  const { client, watched } = await setUp([{ text: 'one two three', gate }])
  const types: string[] = []
  for await (const { type } of await client.messages.create({ ...ask('Look.'), stream: true })) {
    types.push(type)
    if (type === 'content_block_start') {
      expect(watched.settled).toEqual([undefined])
      gate.open()
    }
  }
  expect(types.at(-1)).toBe('message_stop')
  expect(watched.settled).toEqual(['commit'])
})

test('a stream is committed also when its message has no content, and when it is left with its last event', async () => {
  const { client, watched } = await setUp([{}, { text: 'Seen.' }])
  await client.messages.stream(ask('Look.')).finalMessage()
  for await (const { type } of await client.messages.create({ ...ask('Look.'), stream: true }))
    if (type === 'message_stop') break
  expect(watched.settled).toEqual(['commit', 'commit'])
})

test.each(['error', 'disconnect'] as const)('a stream that breaks by %s is released', async (by) => {
  const { client, watched } = await setUp([{ text: 'one two three', breaks: { after: 1, by } }])
  await rejection(client.messages.stream(ask('Look.')).finalMessage())
  expect(watched.settled[0]).toBe('release')
})

test('a stream that is left early is released', async () => {
  const { client, watched } = await setUp([{ text: 'one two three' }, {}], 'serial')
  for await (const _ of await client.messages.create({ ...ask('Look.'), stream: true })) break
  await expectFree(client)
  expect(watched.settled[0]).not.toBe('commit')
})

test.each(['before the answer', 'in the middle of a stream'])(
  'a call that is aborted %s is released',
  async (when) => {
    const gate = createGate()
    const { client, watched } = await setUp([{ text: 'one two three', gate }, {}], 'serial')
    const controller = new AbortController()
    const options = { signal: controller.signal }
    const answer =
      when === 'before the answer'
        ? client.messages.create(ask('Look.'), options)
        : client.messages.stream(ask('Look.'), options).finalMessage()
    const thrown = rejection(answer)
    await gate.reached
    controller.abort()
    expect(await thrown).toMatchObject({ message: 'Request was aborted.' })
    await expectFree(client)
    expect(watched.settled[0]).not.toBe('commit')
  },
)

test('a call that is aborted while the reducer is asked ends at once, and sends nothing', async () => {
  const controller = new AbortController()
  const watched = watchRun(
    plimsollOf({
      upstreamReducer: () => {
        controller.abort()
        return new Promise(() => {})
      },
    }),
  )
  const { client, server } = await connect([], { watched })
  const thrown = await rejection(
    client.messages.create(ask('p'.repeat(3_900)), { signal: controller.signal }),
  )
  expect(thrown).toMatchObject({ message: 'Request was aborted.' })
  expect(server.log).toHaveLength(0)
})

test('a stream that nobody reads on is released when the run is closed', async () => {
  const { client, watched } = await setUp([{ text: 'one two three' }], 'serial')
  await client.messages.create({ ...ask('Look.'), stream: true })
  const next = rejection(client.messages.create(ask('Next.')))
  await watched.run.close()
  expect(await next).toMatchObject({ code: 'runClosed' })
})

test('concurrent calls of one run settle each on its own', async () => {
  const turns = Array.from(
    { length: 10 },
    (_, index): ScriptedTurn => (index % 2 ? { failure: 'serverError' } : {}),
  )
  const { client, server, watched } = await setUp(turns)
  const asked = turns.map((_, index) => client.messages.create(ask(`Question ${index}.`), once))
  const results = await Promise.allSettled(asked)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(watched.settled.toSorted()).toEqual([...Array(5).fill('commit'), ...Array(5).fill('release')])
  expect(new Set(server.log.map(({ request }) => JSON.stringify(request))).size).toBe(10)
})

async function setUp(turns: readonly ScriptedTurn[], admission: 'concurrent' | 'serial' = 'concurrent') {
  const watched = watchRun(plimsollOf(), admission)
  const { client, server } = await connect(turns, { middleware: [boundMessages(watched.run)] })
  return { client, server, watched }
}

/** In a serial run the next call goes through only when the one before is settled. */
async function expectFree(client: Anthropic): Promise<void> {
  expect(await client.messages.create(ask('Next.'))).toMatchObject({ type: 'message' })
}
