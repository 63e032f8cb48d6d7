import Anthropic from '@anthropic-ai/sdk'
import { APICallError } from 'ai'
import OpenAI7 from 'openai'
import OpenAI6 from 'openai-v6'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isContextOverflow, recogniseOverflow } from '../../../src/dialects/recognise-overflow.ts'
import type { FailureTurn } from '../../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'

// The errors that the clients make of what the server answers.

const long = 'x'.repeat(2_000)
const messages = [{ role: 'user' as const, content: long }]
const once = { apiKey: 'none', maxRetries: 0 }

let server: RuleServer
beforeEach(async () => {
  server = await startRuleServer({ contextLimitBytes: 1_000 })
})
afterEach(() => server.close())

const openai = (Client: typeof OpenAI7, path: string) =>
  new Client({ ...once, baseURL: `${server.url}${path}` })
const anthropic = () => new Anthropic({ ...once, baseURL: server.url })
const openai6 = OpenAI6 as unknown as typeof OpenAI7 // the same client, one major before

const clients: readonly (readonly [
  title: string,
  provider: string,
  ask: (text: string) => PromiseLike<unknown>,
])[] = [
  ['openai 7, chat', 'openai', (text) => chat(openai(OpenAI7, '/v1'), text)],
  ['openai 6, chat', 'openai', (text) => chat(openai(openai6, '/v1'), text)],
  ['openai 7, chat, streaming', 'openai', (text) => chatStream(openai(OpenAI7, '/v1'), text)],
  ['openai 7, responses', 'openai', (text) => respond(openai(OpenAI7, '/v1'), text)],
  ['openai 6, responses', 'openai', (text) => respond(openai(openai6, '/v1'), text)],
  ['openai 7, mistral', 'mistral', (text) => chat(openai(OpenAI7, '/mistral/v1'), text)],
  ['openai 7, deepseek', 'deepseek', (text) => chat(openai(OpenAI7, '/deepseek/v1'), text)],
  ['anthropic', 'anthropic', (text) => anthropic().messages.create(params(text))],
  ['anthropic, streaming', 'anthropic', (text) => anthropic().messages.stream(params(text)).finalMessage()],
  ['anthropic, beta', 'anthropic', (text) => anthropic().beta.messages.create(params(text))],
  ['fetch, gemini', 'google', (text) => generateContent(text, ':generateContent')],
  ['fetch, gemini, streaming', 'google', (text) => generateContent(text, ':streamGenerateContent')],
  ['ai sdk, anthropic', 'anthropic', callApi],
]

describe.each(clients)('the error of %s', (_, provider, ask) => {
  test('is recognised when the context is too long, with the numbers that it has', async () => {
    const error = await rejection(ask(long))
    expect(server.log).toMatchObject([{ status: 400, refusedBy: expect.stringContaining('contextTooLong') }])
    expect(recogniseOverflow(error)).toMatchObject({ provider })
    const { usedTokens = 1, limitTokens = 0 } = recogniseOverflow(error) ?? {}
    expect(usedTokens).toBeGreaterThan(limitTokens)
  })

  test.each<FailureTurn['failure']>(['rateLimit', 'serverError', 'overloaded'])(
    'is another one by %s',
    async (failure) => {
      for (const api of ['chat', 'responses', 'messages', 'generateContent'] as const)
        server.script(api, [{ failure }])
      expect(isContextOverflow(await rejection(ask('Hi.')))).toBe(false)
    },
  )
})

test('an error of the connection or of the sequence is another one', async () => {
  const client = openai(OpenAI7, '/v1')
  const orphan = { role: 'tool' as const, tool_call_id: 'call_a', content: 'seen' }
  const broken = await rejection(client.chat.completions.create({ model: 'm', messages: [orphan] }))
  expect(isContextOverflow(broken)).toBe(false)
  await server.close()
  expect(isContextOverflow(await rejection(chat(client, 'Hi.')))).toBe(false)
  expect(isContextOverflow(await rejection(anthropic().messages.create(params('Hi.'))))).toBe(false)
})

function params(content: string): Anthropic.MessageCreateParamsNonStreaming {
  return { model: 'claude-opus-5', max_tokens: 100, messages: [{ role: 'user', content }] }
}

function chat(client: OpenAI7, content: string): PromiseLike<unknown> {
  return client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] })
}

function chatStream(client: OpenAI7, content: string): PromiseLike<unknown> {
  return client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content }] }).done()
}

function respond(client: OpenAI7, input: string): PromiseLike<unknown> {
  return client.responses.create({ model: 'm', input })
}

async function generateContent(text: string, method: string): Promise<void> {
  const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] })
  const response = await fetch(`${server.url}/v1beta/models/m${method}`, { method: 'POST', body })
  // What a loop without a client has in hand.
  throw await response.json()
}

async function callApi(content: string): Promise<void> {
  const url = `${server.url}/v1/messages`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(params(content)) })
  const responseBody = await response.text()
  const { error } = JSON.parse(responseBody)
  throw new APICallError({
    message: error.message,
    url,
    requestBodyValues: { messages },
    statusCode: response.status,
    responseBody,
  })
}

function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => expect.fail('it resolves'),
    (error: unknown) => error,
  )
}
