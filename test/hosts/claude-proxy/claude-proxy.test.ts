import { spawn } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { boundMessages } from 'plimsoll/anthropic'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeRefusal } from '../../../examples/claude-proxy/describe-refusal.ts'
import { type ProxyOptions, startProxy } from '../../../examples/claude-proxy/start-proxy.ts'
import { projectRoot } from '../../support/project-files.ts'
import { createGate } from '../../support/rule-server/gate.ts'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, model, rejection } from '../anthropic/connect.ts'

const tooLarge = 'canary '.repeat(1_000)
const long = Array.from({ length: 9 }, (_, at) => ({
  role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `${at}${'x'.repeat(900)}`,
}))

/** The real client, the proxy, and a rule server behind it. */
async function connect(turns: readonly ScriptedTurn[], options: Partial<ProxyOptions> = {}) {
  const server = await startRuleServer({ turns })
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }), 'serial')
  const proxy = await startProxy({ upstream: server.url, bound: boundMessages(watched.run), ...options })
  onTestFinished(async () => {
    await proxy.close()
    await server.close()
  })
  const tries: string[] = []
  const counting: typeof fetch = (url, init) => {
    tries.push(String(url))
    return fetch(url, init)
  }
  const client = new Anthropic({ apiKey: 'none', baseURL: proxy.url, fetch: counting })
  return { server, watched, proxy, client, tries }
}

describe('the proxy', () => {
  test('bounds what the client sends, which keeps its history', async () => {
    const { server, watched, client } = await connect([])
    await client.messages.create({ ...ask(''), messages: long })
    const [entry] = server.log
    expect(entry?.status).toBe(200)
    expect(Object(entry?.request).messages.length).toBeLessThan(long.length)
    expect(watched.composed[0]?.finalSize).toBeLessThanOrEqual(4_000)
    expect(entry?.bytes).toBeLessThan(4_400)
    expect(watched.settled).toEqual(['commit'])
  })

  test('streams what it would answer at once', async () => {
    const turn: ScriptedTurn = { text: 'one two three' }
    const { server, watched, client } = await connect([turn, turn])
    const answered = await client.messages.create({ ...ask(''), messages: long })
    const streamed = await client.messages.stream({ ...ask(''), messages: long }).finalMessage()
    expect(streamed.content).toEqual(answered.content)
    const [first, second] = server.log.map(({ request }) => Object(request).messages)
    expect(second).toEqual(first)
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test('brings the first piece of a stream before the last one is there', async () => {
    const gate = createGate()
    const { client } = await connect([{ text: 'one two three', gate }])
    const stream = client.messages.stream(ask('Hi.'))
    for await (const event of stream) {
      if (event.type === 'content_block_delta') gate.open()
    }
    expect((await stream.finalMessage()).content).toMatchObject([{ text: 'one two three' }])
  })

  test.each(['create', 'stream'] as const)('tells a refusal once, and nothing leaves (%s)', async (how) => {
    const { server, watched, client, tries } = await connect([])
    const error = await rejection(
      how === 'create'
        ? client.messages.create(ask(tooLarge))
        : client.messages.stream(ask(tooLarge)).finalMessage(),
    )
    expect(error).toBeInstanceOf(Anthropic.BadRequestError)
    const { refusals } = watched
    expect(refusals).toMatchObject([{ outcome: 'irreducible' }])
    const message =
      'plimsoll: assemblyTerminated, irreducible, requiredContentTooLarge, 7000 of 4000 utf8Bytes'
    expect(Object(error).error).toEqual({ type: 'error', error: { type: 'invalid_request_error', message } })
    expect(refusals.map(describeRefusal)).toEqual([message])
    expect(tries).toHaveLength(1)
    expect(server.log).toEqual([])
  })

  test('refuses a thread that the server holds', async () => {
    const { server, client } = await connect([])
    const thread = { type: 'create' as const }
    const error = await rejection(client.beta.messages.create({ ...ask('Hi.'), thread }))
    expect(String(error)).toContain('plimsoll: serverHeldContext')
    expect(server.log).toEqual([])
  })

  test.each(['create', 'stream'] as const)(
    'releases a call that its client aborts, so that the next one gets through (%s)',
    async (how) => {
      const gate = createGate()
      const { watched, client } = await connect([{ text: 'one two three', gate }, { text: 'Next.' }])
      const controller = new AbortController()
      const { signal } = controller
      const aborted = rejection(
        how === 'create'
          ? client.messages.create(ask('Hi.'), { signal })
          : client.messages.stream(ask('Hi.'), { signal }).finalMessage(),
      )
      await gate.reached
      controller.abort()
      expect(await aborted).toBeInstanceOf(Anthropic.APIUserAbortError)
      expect((await client.messages.create(ask('Hi.'))).content).toMatchObject([{ text: 'Next.' }])
      expect(watched.settled).toEqual(['release', 'commit'])
    },
  )

  test('passes on what the API refuses, and lets its client try again', async () => {
    const { server, watched, client } = await connect([{ failure: 'overloaded' }, { text: 'Done.' }])
    await client.messages.create(ask('Hi.'))
    expect(server.log.map(({ status }) => status)).toEqual([529, 200])
    expect(watched.settled).toEqual(['release', 'commit'])
  })

  test('lets token counts go by, and headers with everything', async () => {
    const seen: { url: string; headers: Headers; body: string }[] = []
    const { proxy, client, watched } = await connect([], {
      bound: async (request) => {
        const { url, headers, body } = request
        seen.push({ url, headers, body: String(body) })
        return Response.json({ input_tokens: 7 }, { headers: { 'request-id': 'req_1' } })
      },
    })
    const counted = await client.messages
      .countTokens(
        { model, messages: [{ role: 'user', content: tooLarge }] },
        { headers: { 'x-own': 'yes' } },
      )
      .withResponse()
    expect(counted.data).toEqual({ input_tokens: 7 })
    expect(counted.response.headers.get('request-id')).toBe('req_1')
    const [request] = seen
    expect(request?.url).toMatch(/\/v1\/messages\/count_tokens$/)
    expect(request?.headers.get('x-own')).toBe('yes')
    expect(request?.headers.get('authorization')).toBe('Bearer none')
    expect(request?.headers.get('host')).toBeNull()
    expect(request?.body).toContain(tooLarge)
    expect(watched.composed).toEqual([])
    expect(proxy.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test('does not measure a token count', async () => {
    const { server, watched, client } = await connect([])
    await client.messages.countTokens({ model, messages: [{ role: 'user', content: tooLarge }] })
    expect(watched.refusals).toEqual([])
    expect(server.log.map(({ path }) => path)).toEqual(['/v1/messages/count_tokens'])
  })

  test('reads no body above its limit', async () => {
    const { server, client } = await connect([], { bodyLimitBytes: 2_000 })
    const error = await rejection(client.messages.create(ask(tooLarge)))
    expect(error).toMatchObject({ status: 413, error: { error: { type: 'request_too_large' } } })
    expect(server.log).toEqual([])
  })

  test('answers with an error that is worth another try when nobody listens upstream', async () => {
    const { client, tries } = await connect([], { upstream: 'http://127.0.0.1:9' })
    const error = await rejection(client.messages.create(ask('Hi.'), { maxRetries: 0 }))
    expect(error).toMatchObject({ status: 502, error: { error: { type: 'api_error' } } })
    expect(tries).toHaveLength(1)
  })

  test('is no way to anywhere else', async () => {
    const { server, proxy } = await connect([])
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(proxy.url)
      const path = 'http://example.invalid/v1/messages'
      httpRequest({ hostname, port, path, method: 'POST' }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end('{}')
    })
    expect(status).toBe(400)
    expect(server.log).toEqual([])
  })
})

test('the command prints what to set, and bounds by the limit that it was given', {
  timeout: 30_000,
}, async () => {
  const server = await startRuleServer({ turns: [] })
  const words = ['--import', 'tsx', 'examples/claude-proxy/main.ts', '4', server.url]
  const child = spawn(process.execPath, words, { cwd: projectRoot })
  onTestFinished(async () => {
    child.kill()
    await server.close()
  })
  const line: string = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  )
  expect(line).toMatch(/^ANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:\d+\n$/)
  const told = new Promise((resolve) => child.stderr.once('data', (data) => resolve(String(data))))
  const client = new Anthropic({ apiKey: 'none', baseURL: line.trim().split('=')[1] })
  expect(await rejection(client.messages.create(ask(tooLarge)))).toMatchObject({ status: 400 })
  expect(await told).toContain('7000 of 4096 utf8Bytes')
  await client.messages.create(ask('Hi.'))
  expect(server.log.map(({ status }) => status)).toEqual([200])
})
