import { boundOpenAI } from 'plimsoll/openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { watchEvents } from '../../../src/hosts/openai/watch-answer.ts'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { watchUsage } from '../ai-sdk/watch-usage.ts'
import { clients, type OpenAI } from './clients.ts'

const messages = [{ role: 'user' as const, content: 'Hi.' }]
const withUsage = { stream_options: { include_usage: true } }

const requests: readonly (readonly [string, (client: OpenAI) => Promise<unknown>, readonly number[]])[] = [
  ['a chat', (client) => client.chat.completions.create({ model: 'm', messages }), [321]],
  [
    'a streamed chat that asks for it',
    (client) => client.chat.completions.stream({ model: 'm', messages, ...withUsage }).done(),
    [321],
  ],
  [
    "a streamed chat that doesn't ask for it",
    (client) => client.chat.completions.stream({ model: 'm', messages }).done(),
    [],
  ],
  ['a response', (client) => client.responses.create({ model: 'm', input: 'Hi.' }), [321]],
  ['a streamed response', (client) => client.responses.stream({ model: 'm', input: 'Hi.' }).done(), [321]],
]

describe.each(clients)('the usage that the provider reports, with $title', ({ OpenAI }) => {
  test.each(requests)('reaches the estimator: %s', async (_, ask, reported) => {
    const server = await startRuleServer({
      turns: [{ text: 'The "usage": {"prompt_tokens": 1}.', usage: { input: 321, output: 5 } }],
    })
    onTestFinished(() => server.close())
    const watched = watchUsage()
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
    await ask(boundOpenAI(bare, watched.plimsoll))
    expect(watched.reported).toEqual(reported)
  })
})

test('usage that is told with every piece is taken from the last one, wherever the bytes are cut', () => {
  const stream = [1, 2, 345].map((count) => `data: {"choices":[],"usage":{"prompt_tokens":${count}}}\n\n`)
  const bytes = new TextEncoder().encode(
    `${stream.join('')}data: {"choices":[],"usage":null}\n\ndata: [DONE]\n\n`,
  )
  for (const size of [1, 5, 1_000]) {
    const watch = watchEvents()
    for (let at = 0; at < bytes.length; at += size) watch.look(bytes.slice(at, at + size))
    expect(watch.usage()).toEqual({ inputTokens: 345 })
  }
})
