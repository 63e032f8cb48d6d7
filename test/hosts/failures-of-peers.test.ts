import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { createPlimsoll, findPlimsollError, kibibytes, recommended } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { boundAnthropic } from 'plimsoll/anthropic'
import { boundOpenAI } from 'plimsoll/openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { say, scriptedModel } from './ai-sdk/scripted-model.ts'

// What happens here where peers fail, by the hosts that are built: the failures were seen by running those peers.
const plimsoll = createPlimsoll(
  recommended({ hardLimitBytes: kibibytes(4), relief: [], recentMessageRetentionCount: 1 }),
)

describe('where the AI SDK alone fails', () => {
  test('parallel results that just arrived are kept, calls and results alike', async () => {
    const scripted = scriptedModel('v4', [say('done')])
    const calls = ['one', 'two'].map((toolCallId) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName: 'look',
      input: {},
    }))
    const results = calls.map(({ toolCallId, toolName }) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: { type: 'text' as const, value: 'r'.repeat(800) },
    }))
    await generateText({
      model: boundModel(scripted.model, plimsoll),
      messages: [
        { role: 'user', content: 'Begin.' },
        { role: 'assistant', content: 'a'.repeat(3_000) },
        { role: 'user', content: 'Look at both.' },
        { role: 'assistant', content: calls },
        { role: 'tool', content: results },
      ],
    })
    const sent = JSON.stringify(scripted.requests[0])
    expect(sent).not.toContain('a'.repeat(3_000))
    for (const id of ['one', 'two']) expect(sent.split(`"toolCallId":"${id}"`)).toHaveLength(3)
  })

  test('a megabyte of user text is refused, and nothing is sent', async () => {
    const scripted = scriptedModel('v4', [say('never')])
    const answer = generateText({ model: boundModel(scripted.model, plimsoll), prompt: 'u'.repeat(2 ** 20) })
    await expect(answer).rejects.toMatchObject({ outcome: 'irreducible' })
    expect(scripted.requests).toHaveLength(0)
  })

  test('a text that leaves as an item reference is measured in full, and stays or goes whole', async () => {
    const scripted = scriptedModel('v4', [say('done')])
    const text = 'i'.repeat(5_000)
    await generateText({
      model: boundModel(scripted.model, plimsoll),
      messages: [
        { role: 'user', content: 'Begin.' },
        {
          role: 'assistant',
          content: [{ type: 'text', text, providerOptions: { openai: { itemId: 'msg_1' } } }],
        },
        { role: 'user', content: 'Go on.' },
      ],
    })
    const sent = JSON.stringify(scripted.requests[0])
    expect(sent).not.toContain('msg_1')
    expect(sent).not.toContain('iii')
  })
})

describe('where a client alone fails', () => {
  let server: Awaited<ReturnType<typeof startRuleServer>>
  beforeAll(async () => {
    server = await startRuleServer()
  })
  afterAll(() => server.close())

  test('a refusal is no connection error, and is not tried again', async () => {
    const client = boundOpenAI(
      new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 2 }),
      plimsoll,
    )
    const before = server.log.length
    const answer = client.chat.completions.create({
      model: 'scripted',
      messages: [{ role: 'user', content: 'u'.repeat(9_000) }],
    })
    await expect(answer).rejects.toMatchObject({ code: 'assemblyTerminated', outcome: 'irreducible' })
    expect(server.log).toHaveLength(before)
  })

  test('a thread of which the client holds but the newest part is refused, with the remedy', async () => {
    const client = boundAnthropic(
      new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 2 }),
      plimsoll,
    )
    const before = server.log.length
    const body = { model: 'scripted', max_tokens: 8, messages: [{ role: 'user' as const, content: 'Hi.' }] }
    const thread = { ...body, thread: { type: 'continue', previous_message_id: 'msg_1' } }
    const error: unknown = await client.messages.create(thread).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(findPlimsollError(error)).toMatchObject({ code: 'serverHeldContext' })
    expect(String(error)).toContain('thread: false')
    expect(server.log).toHaveLength(before)
  })
})
