import type Anthropic from '@anthropic-ai/sdk'
import { createPlimsoll } from 'plimsoll'
import { boundMessages } from 'plimsoll/anthropic'
import { expect, test } from 'vitest'
import { saysTooLong } from '../../../src/hosts/anthropic/says-too-long.ts'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { nearlyFull } from '../ai-sdk/nearly-full.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect, rejection } from './connect.ts'

const params = { ...ask(''), messages: [...nearlyFull] }
const tooLong: ScriptedTurn = { failure: 'contextTooLong' }

const requests: readonly (readonly [string, (client: Anthropic) => Promise<unknown>])[] = [
  ['create', (client) => client.messages.create(params)],
  ['stream', (client) => client.messages.stream(params).finalMessage()],
]

test.each(requests)(
  'a request that the provider finds too long is sent once more, and smaller: %s',
  async (_, send) => {
    const { client, server, watched } = await setUp([], 3_300)
    await send(client)
    expect(server.log.map(({ status }) => status)).toEqual([expect.toBeOneOf([400, 413]), 200])
    expect(server.log[0]?.bytes).toBeGreaterThan(3_300)
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(watched.composed.map(({ hardLimit, outcome }) => [hardLimit, outcome])).toEqual([
      [4_000, 'withinLimit'],
      [3_000, 'reduced'],
    ])
  },
)

test('the run keeps the lower limit', async () => {
  const { client, server, watched } = await setUp([tooLong])
  for (const _ of ['once', 'again']) await client.messages.create(params)
  expect(server.log).toHaveLength(3)
  expect(watched.composed.map(({ hardLimit }) => hardLimit)).toEqual([4_000, 3_000, 3_000])
})

test('a call with a run of its own is bounded lower once', async () => {
  const limits: number[] = []
  const middleware = boundMessages(plimsollOf(), {
    retryOnOverflow: true,
    report: (event) => {
      if (event.type === 'assembly.started') limits.push(event.hardLimit)
    },
  })
  const { client } = await connect([tooLong], { middleware: [middleware] })
  for (const _ of ['once', 'again']) await client.messages.create(params)
  expect(limits).toEqual([4_000, 3_000, 4_000])
})

test('a request that is too long again fails with the error of the provider, whose body is whole', async () => {
  const { client, server, watched } = await setUp([tooLong, tooLong])
  const error = await rejection(client.messages.create(params))
  expect(error).toMatchObject({
    status: 400,
    error: { type: 'error', error: { message: expect.any(String) } },
  })
  expect(server.log).toHaveLength(2)
  expect(watched.settled).toEqual(['release', 'release'])
})

test('a request that is refused for another reason is not sent again, and its error is whole', async () => {
  const { client, server } = await setUp([])
  const orphan = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'x' }
  const error = await rejection(
    client.messages.create({ ...params, messages: [{ role: 'user', content: [orphan] }] }),
  )
  expect(error).toMatchObject({ status: 400, error: { type: 'error' } })
  expect(server.log).toHaveLength(1)
})

test('nothing is sent again unless that is asked for, or where it would be the same', async () => {
  const observing = plimsollOf({ mode: 'observe' })
  for (const middleware of [
    boundMessages(plimsollOf()),
    boundMessages(observing, { retryOnOverflow: true }),
    boundMessages(createPlimsoll(), { retryOnOverflow: true }),
  ]) {
    const { client, server } = await connect([tooLong], { middleware: [middleware] })
    expect(await rejection(client.messages.create(params))).toMatchObject({ status: 400 })
    expect(server.log).toHaveLength(1)
  }
})

test('a body that breaks off says nothing', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
  expect(await saysTooLong(new Response(body, { status: 400 }))).toBe(false)
})

async function setUp(turns: readonly ScriptedTurn[], contextLimitBytes?: number) {
  const watched = watchRun(plimsollOf(), 'serial')
  const middleware = [boundMessages(watched.run, { retryOnOverflow: true })]
  return {
    ...(await connect(turns, { middleware, ...(contextLimitBytes && { contextLimitBytes }) })),
    watched,
  }
}
