import { afterEach, expect, test } from 'vitest'
import { knownFailure } from '../support/rule-server/failures.ts'
import { createGate } from '../support/rule-server/gate.ts'
import { post } from '../support/rule-server/post.ts'
import type { RuleProfile } from '../support/rule-server/rule.ts'
import type { ScriptedTurn } from '../support/rule-server/scripted-turn.ts'
import {
  type RuleServer,
  type RuleServerOptions,
  startRuleServer,
} from '../support/rule-server/start-rule-server.ts'
import type { Fields } from '../support/rule-server/wire.ts'

const user = { role: 'user', content: 'Look.' }
const requests: Readonly<Record<RuleProfile, Fields>> = {
  'openai-chat': { model: 'gpt-5', messages: [user] },
  'openai-responses': { model: 'gpt-5', input: 'Look.' },
  anthropic: { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [user] },
  gemini: { model: 'gemini-2.5-pro', contents: [{ role: 'user', parts: [{ text: 'Look.' }] }] },
  mistral: { model: 'mistral-large-latest', messages: [user] },
  deepseek: { model: 'deepseek-chat', messages: [user] },
}
const profiles = Object.keys(requests) as RuleProfile[] // the keys of the record above

let server: RuleServer
afterEach(() => server.close())

async function start(options: RuleServerOptions = {}): Promise<void> {
  server = await startRuleServer(options)
}

function stream(path: string, body: Fields, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), signal: signal ?? null })
}

const chatStream = { ...requests['openai-chat'], stream: true }

test('every request is logged as it came, with how it was answered', async () => {
  await start()
  await post(server, 'mistral', requests.mistral)
  await post(server, 'anthropic', { ...requests.anthropic, messages: [] })
  expect(server.log).toEqual([
    {
      method: 'POST',
      path: '/mistral/v1/chat/completions',
      profile: 'mistral',
      request: requests.mistral,
      bytes: JSON.stringify(requests.mistral).length,
      status: 200,
      refusedBy: null,
      isComplete: true,
    },
    expect.objectContaining({ status: 400, refusedBy: 'anthropic.opensWithUser', isComplete: true }),
  ])
})

test('scripted turns are answered in order, those of one API first, and then Done', async () => {
  await start({ turns: [{ text: 'one' }] })
  server.script('messages', [{ text: 'two' }])
  const said: unknown[] = []
  for (let asked = 0; asked < 3; asked += 1) {
    const { body } = await post(server, 'anthropic', requests.anthropic)
    said.push(body)
  }
  expect(said).toMatchObject(['two', 'one', 'Done.'].map((text) => ({ content: [{ text }] })))
})

test('the chat path without a provider follows the option', async () => {
  await start({ chatProfile: 'mistral' })
  const answer = { role: 'assistant', content: 'Seen.' }
  const response = await stream('/v1/chat/completions', { model: 'any', messages: [user, answer] })
  expect(response.status).toBe(400)
  expect(server.log).toMatchObject([{ refusedBy: 'mistral.noAssistantLast' }])
})

test.each(profiles)(
  '%s refuses what is larger than the context, in the shape of the provider',
  async (profile) => {
    await start({ contextLimitBytes: 20, turns: [{ failure: 'contextTooLong' }] })
    const refused = await post(server, profile, requests[profile])
    expect(server.log).toMatchObject([{ status: 400, refusedBy: `${profile}.contextTooLong` }])
    expect(JSON.stringify(refused.body)).toMatch(
      /too (large|long)|context (length|window)|exceeds the maximum number/,
    )
  },
)

test.each(profiles)('%s can be busy, or broken', async (profile) => {
  const failures: ScriptedTurn[] = [
    { failure: 'rateLimit' },
    { failure: 'serverError' },
    { failure: 'overloaded' },
  ]
  await start({ turns: failures })
  const statuses: number[] = []
  for (const _ of failures) statuses.push((await post(server, profile, requests[profile])).status)
  expect(statuses).toEqual([429, 500, profile === 'anthropic' ? 529 : 503])
})

test('every failure names where its shape was seen', () => {
  for (const profile of profiles) {
    for (const kind of ['contextTooLong', 'rateLimit', 'serverError', 'overloaded'] as const)
      expect(knownFailure(profile, kind).source).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
  }
})

test('Gemini streams events, or one array', async () => {
  const turn: ScriptedTurn = { text: 'one two', calls: [{ name: 'look' }] }
  await start({ turns: [turn, turn] })
  const path = '/v1beta/models/gemini-2.5-pro:streamGenerateContent'
  const events = await (await stream(`${path}?alt=sse`, requests.gemini)).text()
  const answers: unknown[] = events
    .trim()
    .split('\n\n')
    .map((line) => JSON.parse(line.replace('data: ', '')))
  const array: unknown = await (await stream(path, requests.gemini)).json()
  const parts = [
    [{ text: 'one ' }],
    [{ text: 'two' }],
    [{ functionCall: { name: 'look', args: {} }, thoughtSignature: expect.any(String) }],
  ].map((one) => ({ candidates: [{ content: { role: 'model', parts: one } }] }))
  expect(answers).toMatchObject(parts)
  expect(array).toMatchObject(parts)
})

test('a stream waits at its gate behind the first piece', async () => {
  const gate = createGate()
  await start({ turns: [{ text: 'one two', gate }] })
  const response = await stream('/v1/chat/completions', chatStream)
  await gate.reached
  expect(server.log).toEqual([])
  gate.open()
  expect(await response.text()).toMatch(/"two".*\[DONE\]/s)
  expect(server.log).toMatchObject([{ status: 200, isComplete: true }])
})

test('a client that goes away at the gate is logged, streaming or not', async () => {
  const gates = [createGate(), createGate()]
  await start({ turns: gates.map((gate) => ({ text: 'one two', gate })) })
  for (const [at, body] of [chatStream, requests['openai-chat']].entries()) {
    const leaving = new AbortController()
    const answer = stream('/v1/chat/completions', body, leaving.signal).then((response) => response.text())
    await gates[at]?.reached
    leaving.abort()
    await expect(answer).rejects.toThrow()
  }
  await expect
    .poll(() => server.log)
    .toMatchObject([
      { status: 200, isComplete: false },
      { status: null, isComplete: false },
    ])
})

test('a path or a body that is none of these is refused as well', async () => {
  await start()
  expect((await stream('/v1/embeddings', {})).status).toBe(404)
  const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', body: 'not JSON' })
  expect(response.status).toBe(400)
  expect(server.log).toMatchObject([{ profile: null }, { profile: 'anthropic', request: undefined }])
})
