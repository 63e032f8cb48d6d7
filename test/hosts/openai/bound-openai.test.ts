import { AzureOpenAI as Azure7 } from 'openai'
import { AzureOpenAI as Azure6 } from 'openai-v6'
import { createPlimsoll, type PlimsollError, type PlimsollEvent } from 'plimsoll'
import { boundOpenAI } from 'plimsoll/openai'
import { describe, expect, test } from 'vitest'
import { deepFreeze } from '../../support/deep-freeze.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { clients, type FinalRequestOptions } from './clients.ts'
import { type Reply, scriptedFetch } from './scripted-fetch.ts'

const tooLarge = 'p'.repeat(5_000)
const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })
// Together above the limit of 4,000 bytes; the middle may go.
const long = deepFreeze([user('Hello.'), assistant('y'.repeat(3_990)), user('Go on.')])
const within = [user('Hello.'), user('Go on.')]

describe.each(clients)('a bounded client of $title', ({ major, OpenAI }) => {
  test('is a clone of the same class, and leaves the client alone', async () => {
    const { wire, watched, bare, client } = setUp()
    expect(client).not.toBe(bare)
    expect(client).toBeInstanceOf(OpenAI)
    expect(client.constructor).toBe(OpenAI)
    expect(Object.keys(client)).toEqual(Object.keys(bare))
    await bare.chat.completions.create({ model: 'm', messages: long })
    expect(watched.composed).toEqual([])
    await client.chat.completions.create({ model: 'm', messages: long })
    expect(watched.composed).toHaveLength(1)
    expect(wire.requests.map(({ body }) => body)).toEqual([
      { model: 'm', messages: long },
      { model: 'm', messages: within },
    ])
  })

  test('stays bound in the clones that are made of it, with what they override', async () => {
    const { watched, client } = setUp()
    const other = scriptedFetch()
    const clone = client.withOptions({ timeout: 1_000 }).withOptions({ fetch: other.fetch })
    await clone.responses.create({ model: 'm', input: [...long] })
    expect(other.requests[0]?.body).toEqual({ model: 'm', input: within })
    expect(watched.settled).toEqual(['commit'])
    expect(() => boundOpenAI(clone, watched.run)).toThrow(/alreadyWrapped/)
  })

  test('lets requests of other paths go by as they are', async () => {
    const { wire, watched, client } = setUp()
    await client.embeddings.create({ model: 'm', input: tooLarge, encoding_format: 'float' })
    await client.post('/responses/compact', { body: { model: 'm', input: tooLarge } })
    await client.post('/chat/completions/chatcmpl-1', { body: { metadata: { note: tooLarge } } })
    await client.get('/chat/completions', { body: { messages: long } })
    expect(wire.requests.map(({ text }) => text.includes(tooLarge))).toEqual([true, true, true, false])
    expect(watched.composed).toEqual([])
    expect(watched.refusals).toEqual([])
  })

  test.each(['/chat/completions', 'http://other.example/v1/chat/completions', '/chat/completions?beta=true'])(
    'is entered by a request of its own making to %s',
    async (path) => {
      const { wire, client } = setUp()
      const options = Object.freeze({ body: Object.freeze({ model: 'm', messages: long }) })
      await client.post(path, options)
      await client.request(Object.freeze({ ...options, method: 'post', path }))
      for (const { body } of wire.requests) expect(body).toEqual({ model: 'm', messages: within })
      expect(wire.requests).toHaveLength(2)
    },
  )

  test('never edits the body or the list that it is given', async () => {
    const { wire, client } = setUp()
    const body = deepFreeze({ model: 'm', messages: [...long], temperature: 0.5, metadata: { run: 'a' } })
    await client.chat.completions.create(body)
    expect(wire.requests[0]?.body).toEqual({ ...body, messages: within })
    expect(body.messages).toEqual(long)
  })

  test('reads the list when the client reads its options, and leaves it to its owner', async () => {
    const { wire, client } = setUp()
    const messages = [...long]
    const answer = client.chat.completions.create({ model: 'm', messages })
    messages.push(user('And then?'))
    await answer
    expect(wire.requests[0]?.body).toMatchObject({ messages: [...within, user('And then?')] })
    expect(messages).toHaveLength(4)
  })

  test('counts an input that is a text as one user message, and sends it as the text it is', async () => {
    const { wire, watched, client } = setUp()
    await client.responses.create({ model: 'm', input: 'x'.repeat(3_000) })
    expect(watched.composed[0]?.finalSize).toBe(3_000)
    expect(wire.requests[0]?.body).toEqual({ model: 'm', input: 'x'.repeat(3_000) })
    const error = await client.responses.create({ model: 'm', input: tooLarge }).catch((thrown) => thrown)
    expect(watched.refusals).toEqual([error])
    expect(error).toBe(watched.refusals[0])
    expect(wire.requests).toHaveLength(1)
  })

  test('measures instructions without an input', async () => {
    const { wire, watched, client } = setUp()
    await client.responses.create({ model: 'm', instructions: 'Say hello.' })
    expect(wire.requests[0]?.body).toEqual({ model: 'm', instructions: 'Say hello.' })
    expect(watched.composed[0]?.finalSize).toBe(10)
  })

  test.each([
    ['messages that are no list', { model: 'm', messages: 'Hello.' }],
    ['a body that is a text', JSON.stringify({ model: 'm', messages: [] })],
    ['no body', undefined],
  ])('sends nothing for %s', async (_, body) => {
    const { wire, watched, client } = setUp()
    await expect(client.post('/chat/completions', { body })).rejects.toMatchObject({ code: 'snapshot' })
    expect(watched.refusals).toHaveLength(1)
    expect(wire.requests).toEqual([])
  })

  test('passes the very body on where compaction is off', async () => {
    const wire = scriptedFetch()
    const run = createPlimsoll().openRun()
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), run)
    const body = { model: 'm', messages: [...long, user(tooLarge)] }
    await client.chat.completions.create(body)
    await client.post('/chat/completions', { body: { anything: 'goes' } })
    await client.responses.create({ model: 'm', previous_response_id: 'r', input: tooLarge })
    expect(wire.requests.map(({ text }) => text)).toEqual([
      JSON.stringify(body),
      '{"anything":"goes"}',
      JSON.stringify({ model: 'm', previous_response_id: 'r', input: tooLarge }),
    ])
    await run.close()
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({ code: 'runClosed' })
  })

  test('gives each call a run of its own with a plimsoll', async () => {
    const wire = scriptedFetch()
    const events: PlimsollEvent[] = []
    const refusals: PlimsollError[] = []
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), plimsollOf(), {
      report: (event) => events.push(event),
      onRefusal: (error) => refusals.push(error),
    })
    const create = (content: string) =>
      client.chat.completions.create({ model: 'm', messages: [user(content)] })
    await Promise.all([create('one'), create('two')])
    const runs = events.filter(({ type }) => type === 'assembly.composed').map(({ runId }) => runId)
    expect(new Set(runs).size).toBe(2)
    const error = await create(tooLarge).catch((thrown) => thrown)
    expect(refusals).toHaveLength(1)
    expect(error).toBe(refusals[0])
    expect(wire.requests).toHaveLength(2)
  })

  test('follows the sequence rules of the provider that is named', async () => {
    const wire = scriptedFetch()
    const { run } = watchRun(plimsollOf({ onBrokenSequence: 'terminate' }))
    const bare = new OpenAI({ apiKey: 'none', fetch: wire.fetch })
    // Mistral's conversations open with a user.
    const body = { model: 'm', messages: [assistant('Hello.'), user('Go on.')] }
    await boundOpenAI(bare, run).chat.completions.create(body)
    const mistral = boundOpenAI(bare, run, { provider: 'mistral' })
    await expect(mistral.chat.completions.create(body)).rejects.toMatchObject({ reason: 'invalidSequence' })
    expect(wire.requests).toHaveLength(1)
  })

  test('runs the own hooks of a subclass first, on every try from what the caller gave', async () => {
    const wire = scriptedFetch({ status: 503, json: {} })
    const seen: unknown[] = []
    class Tagging extends OpenAI {
      protected override async prepareOptions(options: FinalRequestOptions): Promise<void> {
        await super.prepareOptions(options)
        seen.push(options.body)
        options.body = { ...(options.body as object), user: 'tagged' } // a request has a body
      }
    }
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }), 'serial')
    const client = boundOpenAI(new Tagging({ apiKey: 'none', fetch: wire.fetch }), watched.run)
    const body = { model: 'm', messages: [...long] }
    await client.chat.completions.create(body)
    expect(seen).toEqual([body, body])
    expect(wire.requests.map((request) => request.body)).toEqual(
      Array(2).fill({ model: 'm', messages: within, user: 'tagged' }),
    )
    expect(watched.settled).toEqual(['release', 'commit'])
  })

  test('knows the paths of an Azure client, on every try', async () => {
    const wire = scriptedFetch({ status: 503, json: {} })
    const Azure = major === 7 ? Azure7 : (Azure6 as unknown as typeof Azure7) // the same, one major before
    const azure = new Azure({
      ...{ apiKey: 'none', apiVersion: '2024-10-21', endpoint: 'https://azure.example', deployment: 'd' },
      fetch: wire.fetch,
    })
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }), 'serial')
    await boundOpenAI(azure, watched.run).chat.completions.create({ model: 'm', messages: [...long] })
    expect(wire.requests).toHaveLength(2)
    for (const { url, body } of wire.requests) {
      expect(new URL(url).pathname).toBe('/openai/deployments/d/chat/completions')
      expect(body).toMatchObject({ messages: within })
    }
    expect(watched.settled).toEqual(['release', 'commit'])
  })

  test('refuses to be bounded twice, and what is no client', () => {
    const { client, watched } = setUp()
    expect(() => boundOpenAI(client, watched.run)).toThrow(
      expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }),
    )
    const other = { baseURL: 'https://api.example', withOptions: () => other }
    expect(() => boundOpenAI(other, watched.run)).toThrow(
      expect.objectContaining({ problem: 'unsupportedClient' }),
    )
  })

  function setUp(...replies: readonly Reply[]) {
    const wire = scriptedFetch(...replies)
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
    const bare = new OpenAI({ apiKey: 'none', fetch: wire.fetch })
    return { wire, watched, bare, client: boundOpenAI(bare, watched.run) }
  }
})
