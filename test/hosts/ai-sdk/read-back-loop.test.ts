import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type ModelMessage, stepCountIs, streamText, tool } from 'ai'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { boundModel, boundTools, rehydrateTool } from 'plimsoll/ai-sdk'
import { artifactWorkspace, digestText, formatReference } from 'plimsoll/artifacts'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'

const body = `the body ${'b'.repeat(8_000)}`
const reference = formatReference(digestText(body))
const readBack = { calls: [{ name: 'read_artifact', arguments: { reference } }] }

let server: RuleServer | undefined
afterEach(() => server?.close())

/** An agent that dumps the body, reads it back, asks again, and answers. */
async function setUp(api: 'chat' | 'responses') {
  server = await startRuleServer({
    turns: [
      { calls: [{ name: 'dump' }] },
      readBack,
      { calls: [{ name: 'note' }] },
      readBack,
      { text: 'Seen.' },
    ],
  })
  const run = createPlimsoll(recommended({ hardLimitBytes: kibibytes(64) })).openRun({
    ...{ workspace: artifactWorkspace(), offload: { inlineLimitBytes: 2_048 } },
  })
  const openai = createOpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
  const inputSchema = z.object({})
  const tools = {
    ...boundTools(
      {
        dump: tool({ inputSchema, execute: () => body }),
        note: tool({ inputSchema, execute: () => 'noted' }),
      },
      run,
    ),
    read_artifact: rehydrateTool(run),
  }
  const messages: ModelMessage[] = [{ role: 'user', content: 'Dump it, and tell what is in it.' }]
  const providerOptions = { openai: { store: false } }
  const model = boundModel(openai[api]('gpt-4.1'), run)
  return { server, run, options: { model, messages, tools, stopWhen: stepCountIs(10), providerOptions } }
}

const holdsBody = (value: unknown): boolean => JSON.stringify(value).includes('the body ')

describe.each(['chat', 'responses'] as const)('over openai.%s', (api) => {
  test('a body that the model reads back is in one request, and in no history', async () => {
    const { server, options, run } = await setUp(api)
    const { text, responseMessages } = await generateText(options)
    expect(text).toBe('Seen.')
    expect(server.log.map(({ status, refusedBy }) => [status, refusedBy])).toEqual(Array(5).fill([200, null]))
    expect(server.log.map(({ request }) => holdsBody(request))).toEqual([false, false, true, false, false])
    expect(holdsBody(responseMessages)).toBe(false)
    expect(JSON.stringify(server.log.at(-1)?.request)).toContain('delivered earlier in this run')
    expect(run.metrics().rehydrations.outcomes.resolved).toBe(2)
  })

  test('and so it is when the answers stream', async () => {
    const { server, options } = await setUp(api)
    const result = streamText(options)
    expect(await result.text).toBe('Seen.')
    expect(server.log.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(server.log.map(({ request }) => holdsBody(request))).toEqual([false, false, true, false, false])
    expect(holdsBody(await result.responseMessages)).toBe(false)
  })
})

test('a call that fails is sent again with the body in it', async () => {
  const { server, options } = await setUp('chat')
  server.script('chat', [
    { calls: [{ name: 'dump' }] },
    readBack,
    { failure: 'rateLimit' },
    { text: 'Seen.' },
  ])
  const { text } = await generateText({ ...options, maxRetries: 1 })
  expect(text).toBe('Seen.')
  expect(server.log.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  expect(server.log.map(({ request }) => holdsBody(request))).toEqual([false, false, true, true])
})

test('a stream that is cut off is made good by the next call', async () => {
  const { server, options } = await setUp('chat')
  server.script('chat', [
    ...[{ calls: [{ name: 'dump' }] }, readBack],
    ...[{ text: 'It is about to', breaks: { after: 1, by: 'disconnect' as const } }, { text: 'Seen.' }],
  ])
  // What the host keeps of a turn that was lost: the answers of the steps that were finished.
  const finished: ModelMessage[] = []
  const broken = streamText({
    ...{ ...options, maxRetries: 0, onError: () => {} },
    onStepFinish: ({ response }) => void finished.splice(0, finished.length, ...response.messages),
  })
  await broken.consumeStream({ onError: () => {} })
  expect(server.log.map(({ request }) => holdsBody(request))).toEqual([false, false, true])
  await generateText({ ...options, messages: [...options.messages, ...finished] })
  expect(server.log.map(({ request }) => holdsBody(request))).toEqual([false, false, true, true])
})
