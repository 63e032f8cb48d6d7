import type Anthropic from '@anthropic-ai/sdk'
import { boundMessages } from 'plimsoll/anthropic'
import { describe, expect, test } from 'vitest'
import { readUsage } from '../../../src/hosts/anthropic/read-usage.ts'
import { watchEvents } from '../../../src/hosts/anthropic/watch-events.ts'
import { watchUsage } from '../ai-sdk/watch-usage.ts'
import { ask, connect } from './connect.ts'

const requests: readonly (readonly [string, (client: Anthropic) => Promise<unknown>])[] = [
  ['create', (client) => client.messages.create(ask('Hi.'))],
  ['stream', (client) => client.messages.stream(ask('Hi.')).finalMessage()],
]

describe('the usage that the provider reports', () => {
  test.each(requests)('reaches the estimator: %s', async (_, send) => {
    const watched = watchUsage()
    const turns = [{ text: 'The "usage": {"input_tokens": 1}.', usage: { input: 321, output: 5 } }]
    const { client } = await connect(turns, { middleware: [boundMessages(watched.plimsoll)] })
    await send(client)
    expect(watched.reported).toEqual([321])
  })

  test('counts what was read from and written to the cache', () => {
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 300,
      output_tokens: 9,
    }
    expect(readUsage(JSON.stringify({ type: 'message', usage }))).toEqual({ inputTokens: 321 })
    expect(readUsage(JSON.stringify({ type: 'message_start', message: { usage } }))).toEqual({
      inputTokens: 321,
    })
    expect(readUsage(JSON.stringify({ usage: { input_tokens: 1, cache_read_input_tokens: null } }))).toEqual({
      inputTokens: 1,
    })
    for (const text of ['{}', '{"usage":null}', '{"usage":{}}', '"usage"', 'no JSON']) {
      expect(readUsage(text)).toBeUndefined()
    }
  })

  test('is read from the start of a stream, wherever its bytes are cut', () => {
    const start = { type: 'message_start', message: { usage: { input_tokens: 321 } } }
    const later = { type: 'message_delta', usage: { input_tokens: 9, output_tokens: 5 } }
    const text = `event: message_start\r\ndata: ${JSON.stringify(start)}\r\n\r\nevent: message_delta\ndata: ${JSON.stringify(later)}\n\n`
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 7, 1_000]) {
      const watch = watchEvents()
      for (let at = 0; at < bytes.length; at += size) watch.look(bytes.slice(at, at + size))
      expect(watch.usage()).toEqual({ inputTokens: 321 })
    }
  })
})
