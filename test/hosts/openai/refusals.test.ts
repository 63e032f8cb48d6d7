import { createPlimsoll, findPlimsollError, recommended } from 'plimsoll'
import { boundOpenAI } from 'plimsoll/openai'
import { describe, expect, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { clients } from './clients.ts'
import { rejection } from './rejection.ts'
import { type Reply, scriptedFetch } from './scripted-fetch.ts'

const tooLarge = { model: 'm', messages: [{ role: 'user' as const, content: 'p'.repeat(5_000) }] }
const look = {
  ...{ name: 'look', description: 'Looks.', parameters: { type: 'object' } },
  ...{ function: () => 'seen', parse: JSON.parse },
}
const tools = [{ type: 'function' as const, function: look }]

describe.each(clients)('a refusal of $title', ({ OpenAI }) => {
  test.each([0, 2, 5])(
    'rejects create with our own instance, whatever tries are left (%i)',
    async (maxRetries) => {
      const { wire, watched, client } = setUp()
      const { chat } = client.withOptions({ maxRetries })
      const errors = [
        await rejection(chat.completions.create(tooLarge)),
        await rejection(chat.completions.create({ ...tooLarge, stream: true })),
        await rejection(chat.completions.create(tooLarge).withResponse()),
        await rejection(chat.completions.create(tooLarge).asResponse()),
      ]
      expect(watched.refusals).toHaveLength(4)
      for (const [at, error] of errors.entries()) expect(error).toBe(watched.refusals[at])
      expect(wire.requests).toEqual([])
    },
  )

  test.each([
    ['stream', (client: Client) => client.chat.completions.stream(tooLarge).finalChatCompletion()],
    ['runTools', (client: Client) => client.chat.completions.runTools({ ...tooLarge, tools }).finalContent()],
    [
      'runTools that streams',
      (client: Client) =>
        client.chat.completions.runTools({ ...tooLarge, tools, stream: true }).finalContent(),
    ],
    [
      'stream of a response',
      (client: Client) => client.responses.stream({ model: 'm', input: 'p'.repeat(5_000) }).finalResponse(),
    ],
  ])('rejects the helper %s with an error of the client, which ours is the cause of', async (_, ask) => {
    const { wire, watched, client } = setUp()
    const error = await rejection(ask(client))
    expect(error).toBeInstanceOf(OpenAI.OpenAIError)
    expect(error).toMatchObject({ message: watched.refusals[0]?.message })
    expect(findPlimsollError(error)).toBe(watched.refusals[0])
    expect(watched.refusals).toHaveLength(1)
    expect(wire.requests).toEqual([])
  })

  test('of a later try comes as it is, and ends the tries', async () => {
    let size = 100
    const estimator = { unit: 'growing', estimate: () => size }
    const watched = watchRun(createPlimsoll(recommended({ hardLimitUnits: 1_000, estimator, relief: [] })))
    const wire = scriptedFetch({ status: 503, json: {} })
    const grow: typeof fetch = (...values) => {
      size = 2_000
      return wire.fetch(...values)
    }
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: grow }), watched.run)
    const messages = [{ role: 'user' as const, content: 'Hi.' }]
    const error = await rejection(client.chat.completions.create({ model: 'm', messages }))
    expect(error).toBe(watched.refusals[0])
    expect(wire.requests).toHaveLength(1)
    expect(watched.settled).toEqual(['release'])
  })

  test('is heard by a listener of the client, whatever that throws', async () => {
    const heard: unknown[] = []
    const wire = scriptedFetch()
    const watched = watchRun(plimsollOf())
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), watched.run, {
      onRefusal: (error) => {
        heard.push(error)
        throw new Error('the listener fails')
      },
    })
    const error = await rejection(client.chat.completions.create(tooLarge))
    expect(heard).toEqual([error])
    expect(error).toBe(watched.refusals[0])
  })

  test('does not hear what the server refuses', async () => {
    const { watched, client } = setUp({ status: 400, json: { error: { message: 'no' } } })
    const messages = [{ role: 'user' as const, content: 'Hi.' }]
    await expect(client.chat.completions.create({ model: 'm', messages })).rejects.toMatchObject({
      status: 400,
    })
    expect(watched.refusals).toEqual([])
  })

  function setUp(...replies: readonly Reply[]) {
    const wire = scriptedFetch(...replies)
    const watched = watchRun(plimsollOf())
    const bare = new OpenAI({ apiKey: 'none', fetch: wire.fetch })
    return { wire, watched, client: boundOpenAI(bare, watched.run) }
  }
})

type Client = InstanceType<(typeof clients)[number]['OpenAI']>
