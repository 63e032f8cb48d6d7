import { boundOpenAI } from 'plimsoll/openai'
import { afterEach, describe, expect, test } from 'vitest'
import { createGate } from '../../support/rule-server/gate.ts'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { clients } from './clients.ts'
import { rejection } from './rejection.ts'
import { type Reply, scriptedFetch } from './scripted-fetch.ts'

const chat = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi.' }] }
const responses = { model: 'm', input: 'Hi.' }

const token = { access_token: 'fresh', token_type: 'Bearer', expires_in: 3_600 }

let server: RuleServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

describe.each(clients)('a call of $title', ({ OpenAI }) => {
  test('is committed when its answer was read', async () => {
    const { watched, client } = await connect({ text: 'one' }, { text: 'two' })
    await client.chat.completions.create(chat)
    await client.responses.create(responses)
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test('is committed when its stream has ended, and not before', async () => {
    const { watched, client } = await connect({ text: 'one two' }, { text: 'one two' })
    const chunks = await client.chat.completions.create({ ...chat, stream: true })
    for await (const _ of chunks) expect(watched.settled).toEqual([undefined])
    expect(watched.settled).toEqual(['commit'])
    const events = await client.responses.create({ ...responses, stream: true })
    for await (const { type } of events) {
      if (type !== 'response.completed') expect(watched.settled).toEqual(['commit', undefined])
    }
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test('is committed when its reader leaves with the event that completes the answer', async () => {
    const { watched, client } = await connect({ text: 'one two' })
    const events = await client.responses.create({ ...responses, stream: true })
    for await (const { type } of events) if (type === 'response.completed') break
    expect(watched.settled).toEqual(['commit'])
  })

  test('is committed when the answer was cut short by the model', async () => {
    const { watched, client } = await connect(
      { text: 'one', stop: 'length' },
      { text: 'one', stop: 'length' },
    )
    await client.responses.stream(responses).finalResponse()
    await client.chat.completions.stream(chat).finalChatCompletion()
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test('is released when its reader breaks off, though the answer has arrived whole', async () => {
    const { watched, client } = await connect({ text: 'one two' }, { text: 'one two' })
    const chunks = await client.chat.completions.create({ ...chat, stream: true })
    for await (const { choices } of chunks) if (choices[0]?.delta.content) break
    const events = await client.responses.create({ ...responses, stream: true })
    for await (const { type } of events) if (type === 'response.output_text.delta') break
    expect(watched.settled).toEqual(['release', 'release'])
  })

  test('is released when its stream is ended through its controller, and nobody reads on', async () => {
    const { watched, client } = await connect({ text: 'one two', gate: createGate() })
    const chunks = await client.chat.completions.create({ ...chat, stream: true })
    chunks.controller.abort()
    expect(watched.settled).toEqual(['release'])
  })

  test.each(['error', 'disconnect'] as const)('is released when its stream breaks by %s', async (by) => {
    const breaks: ScriptedTurn = { text: 'one two three', breaks: { after: 1, by } }
    const { watched, client } = await connect(breaks, breaks)
    await rejection(client.chat.completions.stream(chat).done())
    await rejection(client.responses.stream(responses).done())
    expect(watched.settled).toEqual(['release', 'release'])
  })

  test('is released when the server refuses it', async () => {
    const { watched, client } = await connect({ failure: 'contextTooLong' })
    await expect(client.chat.completions.create(chat)).rejects.toMatchObject({ status: 400 })
    expect(watched.settled).toEqual(['release'])
  })

  test('is released when there is no connection', async () => {
    const failure = new TypeError('fetch failed')
    const { watched, client } = answerWith({ fails: failure }, { fails: failure })
    const once = client.withOptions({ maxRetries: 0 })
    await expect(once.chat.completions.create(chat)).rejects.toBeInstanceOf(OpenAI.APIConnectionError)
    await expect(once.responses.create(responses)).rejects.toMatchObject({ cause: failure })
    expect(watched.settled).toEqual(['release', 'release'])
  })

  test.each([
    { error: { message: 'overloaded' } },
    { status: 'failed', error: { code: 'server_error' }, output: [] },
    { status: 'failed', error: null, output: [] },
  ])('is released when a body of status 200 is an error (%#)', async (json) => {
    const { watched, client } = answerWith({ json })
    await client.post('/responses', { body: responses })
    expect(watched.settled).toEqual(['release'])
  })

  test.each([
    { error: null, output: [{ type: 'message', content: 'The "error" was {"error": "x"}.' }] },
    {
      error: null,
      status: 'completed',
      output: [{ type: 'mcp_call', status: 'failed', error: { code: 1 } }],
    },
    {},
  ])('is committed when a body only speaks of errors (%#)', async (json) => {
    const { watched, client } = answerWith({ json })
    await client.post('/responses', { body: responses })
    expect(watched.settled).toEqual(['commit'])
  })

  test('is released when the request can not be built or prepared', async () => {
    class Failing extends OpenAI {
      protected override async prepareRequest(): Promise<void> {
        throw new Error('no signature')
      }
    }
    const watched = watchRun(plimsollOf(), 'serial')
    const client = boundOpenAI(new Failing({ apiKey: 'none', fetch: scriptedFetch().fetch }), watched.run)
    for (const _ of ['once', 'again']) {
      await expect(client.chat.completions.create(chat)).rejects.toThrow('no signature')
    }
    const broken = { ...chat, user: 1n as unknown as string } // what JSON has no form for
    await expect(client.chat.completions.create(broken)).rejects.toThrow(TypeError)
    expect(watched.settled).toEqual(['release', 'release', 'release'])
  })

  test('that is aborted while its list is being made rejects as the client does, and sends nothing', async () => {
    const controller = new AbortController()
    const wire = scriptedFetch()
    const plimsoll = plimsollOf({
      upstreamReducer: () => {
        controller.abort()
        return new Promise(() => {})
      },
    })
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), plimsoll)
    const messages = [{ role: 'user' as const, content: 'p'.repeat(3_900) }]
    const error = await rejection(
      client.chat.completions.create({ model: 'm', messages }, { signal: controller.signal }),
    )
    expect(error).toBeInstanceOf(OpenAI.APIUserAbortError)
    expect(wire.requests).toEqual([])
  })

  test('hands on the response as it was', async () => {
    const { client } = await connect({ text: 'one' })
    const { response, data } = await client.chat.completions.create(chat).withResponse()
    expect(data.choices[0]?.message.content).toBe('one')
    expect(response.url).toBe(`${server?.url}/v1/chat/completions`)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toBe('req_1')
  })

  test('that nobody reads stays open until the run is closed', async () => {
    const { watched, client } = await connect({ text: 'one' })
    const response = await client.chat.completions.create(chat).asResponse()
    expect(watched.settled).toEqual([undefined])
    expect(await response.json()).toMatchObject({ object: 'chat.completion' })
    expect(watched.settled).toEqual(['commit'])
  })

  test('of a stream that is passed on as bytes is settled by their reader', async () => {
    const { watched, client } = await connect({ text: 'one two' })
    const chunks = await client.chat.completions.create({ ...chat, stream: true })
    expect(await new Response(chunks.toReadableStream()).text()).toMatch(/"content":"two"/)
    expect(watched.settled).toEqual(['commit'])
  })

  test('of a token that has run out is made anew with a fresh one', async () => {
    const wire = scriptedFetch({ json: token }, { status: 401, json: {} }, { json: token }, { json: {} })
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }), 'serial')
    const provider = { tokenType: 'jwt' as const, getToken: async () => 'subject' }
    const workloadIdentity = { identityProviderId: 'i', serviceAccountId: 's', provider }
    const bare = new OpenAI({ fetch: wire.fetch, workloadIdentity })
    const long = [
      ...chat.messages,
      { role: 'assistant' as const, content: 'y'.repeat(3_990) },
      ...chat.messages,
    ]
    await boundOpenAI(bare, watched.run).chat.completions.create({ model: 'm', messages: long })
    const sent = wire.requests.filter(({ url }) => url.endsWith('/chat/completions'))
    const within = { model: 'm', messages: [...chat.messages, ...chat.messages] }
    expect(sent.map(({ body }) => body)).toEqual([within, within])
    expect(watched.settled).toEqual(['release', 'commit'])
  })

  async function connect(...turns: readonly ScriptedTurn[]) {
    const started = await startRuleServer({ turns })
    server = started
    const watched = watchRun(plimsollOf(), 'serial')
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${started.url}/v1` })
    return { watched, client: boundOpenAI(bare, watched.run) }
  }

  function answerWith(...replies: readonly Reply[]) {
    const wire = scriptedFetch(...replies)
    const watched = watchRun(plimsollOf(), 'serial')
    return {
      wire,
      watched,
      client: boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), watched.run),
    }
  }
})
