import { createPlimsoll } from 'plimsoll'
import { boundOpenAI } from 'plimsoll/openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { nearlyFull } from '../ai-sdk/nearly-full.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { clients, type OpenAI } from './clients.ts'
import { rejection } from './rejection.ts'

const messages = [...nearlyFull]
const tooLong: ScriptedTurn = { failure: 'contextTooLong' }
const busy: ScriptedTurn = { failure: 'rateLimit' }

const requests: readonly (readonly [string, (client: OpenAI) => Promise<unknown>])[] = [
  ['a chat', (client) => client.chat.completions.create({ model: 'm', messages })],
  ['a streamed chat', (client) => client.chat.completions.stream({ model: 'm', messages }).done()],
  ['a response', (client) => client.responses.create({ model: 'm', input: messages })],
  ['a streamed response', (client) => client.responses.stream({ model: 'm', input: messages }).done()],
]

describe.each(clients)('a request that the provider finds too long, with $title', ({ OpenAI }) => {
  test.each(requests)('is sent once more, and smaller: %s', async (_, ask) => {
    const { server, watched, client } = await connect([], { contextLimitBytes: 3_300 })
    await ask(client)
    expect(server.log.map(({ status }) => status)).toEqual([400, 200])
    expect(server.log[0]?.bytes).toBeGreaterThan(3_300)
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(watched.composed.map(({ hardLimit, outcome }) => [hardLimit, outcome])).toEqual([
      [4_000, 'withinLimit'],
      [3_000, 'reduced'],
    ])
  })

  test('leaves the lower limit to the run', async () => {
    const { server, watched, client } = await connect([tooLong])
    for (const _ of ['once', 'again']) await client.chat.completions.create({ model: 'm', messages })
    expect(server.log.map(({ status }) => status)).toEqual([400, 200, 200])
    expect(watched.composed.map(({ hardLimit }) => hardLimit)).toEqual([4_000, 3_000, 3_000])
  })

  test('lowers the limit once for calls that overlap', async () => {
    const { watched, client } = await connect([tooLong, tooLong], {}, 'concurrent')
    const ask = () => client.chat.completions.create({ model: 'm', messages })
    await Promise.all([ask(), ask()])
    await ask()
    expect(watched.composed.at(-1)?.hardLimit).toBe(3_000)
  })

  test.each([
    ['at once', [tooLong, tooLong], [400, 400]],
    ['behind a busy server', [tooLong, busy, tooLong], [400, 429, 400]],
    ['and was a second try itself', [busy, tooLong, tooLong], [429, 400, 400]],
  ])('fails with the error of the provider when it is too long again, %s', async (_, turns, statuses) => {
    const { server, watched, client } = await connect(turns)
    const error = await rejection(client.chat.completions.create({ model: 'm', messages }))
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(server.log.map(({ status }) => status)).toEqual(statuses)
    expect(watched.settled).toEqual(statuses.map(() => 'release'))
  })

  test("doesn't use up the client's own tries", async () => {
    const { server, client } = await connect([tooLong, busy])
    await client.withOptions({ maxRetries: 1 }).chat.completions.create({ model: 'm', messages })
    expect(server.log.map(({ status }) => status)).toEqual([400, 429, 200])
    const [, second, third] = server.log.map(({ request }) => request)
    expect(third).toEqual(second)
  })

  test('is bounded lower for all that is left of it where each call has a run of its own', async () => {
    const server = await startRuleServer({ turns: [tooLong, busy] })
    onTestFinished(() => server.close())
    const limits: number[] = []
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
    const client = boundOpenAI(bare, plimsollOf(), {
      retryOnOverflow: true,
      report: (event) => {
        if (event.type === 'assembly.started') limits.push(event.hardLimit)
      },
    })
    await client.chat.completions.create({ model: 'm', messages })
    await client.chat.completions.create({ model: 'm', messages })
    expect(limits).toEqual([4_000, 3_000, 3_000, 4_000])
  })

  test('is not sent again unless that is asked for', async () => {
    const { server, client } = await connect([tooLong], { retryOnOverflow: false })
    await rejection(client.chat.completions.create({ model: 'm', messages }))
    expect(server.log).toHaveLength(1)
  })

  test('is told from one that is refused for another reason', async () => {
    const { server, client } = await connect([])
    const orphan = { role: 'tool' as const, tool_call_id: 'call_1', content: 'x' }
    await rejection(client.chat.completions.create({ model: 'm', messages: [orphan] }))
    expect(server.log).toHaveLength(1)
  })

  test.each(['observe', 'off'] as const)('is not sent again where it would be the same: %s', async (mode) => {
    const server = await startRuleServer({ turns: [tooLong] })
    onTestFinished(() => server.close())
    const plimsoll = mode === 'off' ? createPlimsoll() : plimsollOf({ mode })
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
    const client = boundOpenAI(bare, plimsoll, { retryOnOverflow: true })
    await rejection(client.chat.completions.create({ model: 'm', messages }))
    expect(server.log).toHaveLength(1)
  })

  test('keeps the list and the body that the caller passed', async () => {
    const { client } = await connect([tooLong])
    const body = Object.freeze({ model: 'm', messages: Object.freeze([...nearlyFull]) })
    const before = structuredClone(body)
    await client.post('/chat/completions', { body })
    expect(body).toEqual(before)
  })

  async function connect(
    turns: readonly ScriptedTurn[],
    {
      contextLimitBytes,
      retryOnOverflow = true,
    }: { contextLimitBytes?: number; retryOnOverflow?: boolean } = {},
    admission: 'serial' | 'concurrent' = 'serial',
  ) {
    const server = await startRuleServer({ turns, ...(contextLimitBytes && { contextLimitBytes }) })
    onTestFinished(() => server.close())
    const watched = watchRun(plimsollOf(), admission)
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
    return { server, watched, client: boundOpenAI(bare, watched.run, { retryOnOverflow }) }
  }
})
