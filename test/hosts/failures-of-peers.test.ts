import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  type ModelMessage,
  pruneMessages,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai'
import OpenAI from 'openai'
import {
  createPlimsoll,
  findPlimsollError,
  kibibytes,
  type PlimsollEvent,
  type Reducer,
  recommended,
} from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { artifactWorkspace } from 'plimsoll/artifacts'
import { openaiChat } from 'plimsoll/dialects/openai-chat'
import { boundOpenAI } from 'plimsoll/openai'
import { summarize } from 'plimsoll/reducers'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { promptBytes } from './ai-sdk/prompt-bytes.ts'
import { call, say, scriptedModel } from './ai-sdk/scripted-model.ts'
import { watchRun } from './ai-sdk/watch-run.ts'
import { ask, connect, rejection } from './anthropic/connect.ts'

// What happens here where peers fail. The numbers are those of the failures that were seen by running those peers.
const limit = kibibytes(4)
const plimsollOf = (more: Partial<Parameters<typeof recommended>[0]> = {}) =>
  createPlimsoll(recommended({ hardLimitBytes: limit, relief: [], recentMessageRetentionCount: 1, ...more }))
const plimsoll = plimsollOf()
const megabyte = 'u'.repeat(2 ** 20)

describe('where pruneMessages alone fails', () => {
  test('13: parallel results that just arrived are removed with their calls; here they are kept', async () => {
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
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Begin.' },
      { role: 'assistant', content: 'a'.repeat(3_000) },
      { role: 'user', content: 'Look at both.' },
      { role: 'assistant', content: calls },
      { role: 'tool', content: results },
    ]
    const pruned = JSON.stringify(pruneMessages({ messages, toolCalls: 'all' }))
    expect(pruned).not.toContain('toolCallId')

    const scripted = scriptedModel('v4', [say('done')])
    await generateText({ model: boundModel(scripted.model, plimsoll), messages })
    const sent = JSON.stringify(scripted.requests[0])
    expect(sent).not.toContain('a'.repeat(3_000))
    for (const id of ['one', 'two']) expect(sent.split(`"toolCallId":"${id}"`)).toHaveLength(3)
  })

  test('14: a megabyte of user text stays; here it is refused, and nothing is sent', async () => {
    const messages: ModelMessage[] = [{ role: 'user', content: megabyte }]
    const everything = { reasoning: 'all', toolCalls: 'all', emptyMessages: 'remove' } as const
    expect(pruneMessages({ messages, ...everything })).toEqual(messages)

    const scripted = scriptedModel('v4', [say('never')])
    const answer = generateText({ model: boundModel(scripted.model, plimsoll), messages })
    await expect(answer).rejects.toMatchObject({ outcome: 'irreducible' })
    expect(scripted.requests).toHaveLength(0)
  })
})

describe('where a middleware of the AI SDK alone fails', () => {
  test('15: a shortened text travels as a reference to the whole; here it stays or goes whole', async () => {
    const server = await startRuleServer()
    onTestFinished(() => server.close())
    const model = createOpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` }).responses('gpt-4.1')
    const text = 'i'.repeat(5_000)
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Begin.' },
      {
        role: 'assistant',
        content: [{ type: 'text', text, providerOptions: { openai: { itemId: 'msg_1' } } }],
      },
      { role: 'user', content: 'Go on.' },
    ]
    const shortening = wrapLanguageModel({
      model,
      middleware: {
        transformParams: async ({ params }) => JSON.parse(JSON.stringify(params).replace(text, 'short')),
      },
    })
    // The server holds no such item, as it may be long gone.
    await rejection(generateText({ model: shortening, messages, maxRetries: 0 }))
    expect(inputOf(server.log[0])).toContainEqual({ type: 'item_reference', id: 'msg_1' })
    expect(JSON.stringify(inputOf(server.log[0]))).not.toContain('short')

    const watched = watchRun(plimsoll)
    await generateText({ model: boundModel(model, watched.run), messages })
    expect(watched.composed[0]?.originalSize).toBeGreaterThan(text.length)
    expect(JSON.stringify(inputOf(server.log[1]))).not.toMatch(/msg_1|iii/)
  })
})

// Not a part of these tests: what it did is stated as it was recorded.
describe('where context-chef alone fails', () => {
  test('16: a user turn of a megabyte is sent whole; here it is refused, streaming too', async () => {
    const scripted = scriptedModel('v4', [say('never'), say('never')])
    const watched = watchRun(plimsoll)
    const model = boundModel(scripted.model, watched.run)
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Begin.' },
      { role: 'assistant', content: 'Begun.' },
      { role: 'user', content: megabyte },
    ]
    await rejection(generateText({ model, messages }))
    await streamText({ model, messages, onError: () => {} }).consumeStream()
    expect(scripted.requests).toHaveLength(0)
    for (const refusal of watched.refusals) {
      expect(refusal).toMatchObject({ outcome: 'irreducible', reason: 'requiredContentTooLarge' })
      expect(Reflect.get(refusal, 'finalSize')).toBeGreaterThan(megabyte.length)
      expect(JSON.stringify(refusal).length).toBeLessThan(limit)
    }
    expect(watched.refusals).toHaveLength(2)
  })

  test('17: a summary that fails or inflates leaves the list too long, in silence; here it is told, and bounded', async () => {
    const failing = summarize({ generate: () => Promise.reject(new Error('no key')) })
    const inflating: Reducer<unknown> = ({ units }) => ({
      summaries: [{ over: [1, units.length - 2], text: 's'.repeat(60_000) }],
    })
    const messages = [...Array(30)].flatMap((_, turn): ModelMessage[] => [
      { role: 'user', content: `Question ${turn}: ${'q'.repeat(900)}` },
      { role: 'assistant', content: `Answer ${turn}: ${'a'.repeat(900)}` },
    ])
    for (const upstreamReducer of [failing, inflating]) {
      const scripted = scriptedModel('v4', [say('done')])
      const watched = watchRun(plimsollOf({ upstreamReducer }))
      const model = boundModel(scripted.model, watched.run)
      await generateText({ model, messages: [...messages, { role: 'user', content: 'And now?' }] })
      expect(scripted.prompts.map(promptBytes)[0]).toBeLessThanOrEqual(limit)
      expect(watched.composed[0]).toMatchObject({ outcome: 'preservationFallback' })
      expect(watched.composed[0]?.rejections).not.toEqual([])
    }
  })

  test('18: every other step of a loop is far above the window; here each step is within the limit', async () => {
    const steps = ['one', 'two', 'three', 'four', 'five', 'six']
    const scripted = scriptedModel('v4', [...steps.map((id) => call('look', id)), say('done')])
    await generateText({
      model: boundModel(scripted.model, plimsoll),
      prompt: 'Look six times.',
      tools: {
        look: tool({ inputSchema: z.object({}), execute: () => `${'waves '.repeat(400)}end` }),
      },
      stopWhen: stepCountIs(7),
    })
    const sizes = scripted.prompts.map(promptBytes)
    expect(sizes).toHaveLength(7)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit)
    for (const prompt of scripted.prompts.slice(1)) {
      expect(JSON.stringify(prompt.at(-1))).toContain('waves end')
    }
  })

  test('19: a result that can not be stored is cut and lost; here it is whole or gone with its call, and that is told', async () => {
    const failing = { setItemRaw: () => Promise.reject(new Error('disk full: /srv/store')) }
    const storage = Object.assign(createStorage(), failing)
    const events: PlimsollEvent[] = []
    const run = plimsollOf({ hardLimitBytes: kibibytes(16), elideOlderResults: true }).openRun({
      dialect: openaiChat(),
      workspace: artifactWorkspace({ storage }),
      offload: { inlineLimitBytes: 1_000 },
      report: (event) => events.push(event),
    })
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(5_000))
    const messages = withResults(texts)
    const sent = await run.dispatch(messages, (list) => list)
    expect(sent.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))).toEqual(texts.slice(1))
    expect(JSON.stringify(sent)).not.toContain('artifact://')
    expect(messages).toEqual(withResults(texts))
    expect(decisionsIn(events)).toContainEqual(
      expect.objectContaining({ outcome: 'failed', reason: 'workspaceWriteFailed' }),
    )
    expect(JSON.stringify(events)).not.toMatch(/disk full|srv/)
  })

  test('20: a replaced file is read back as it is, under an absolute path; here it is stale, and has no path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-peers-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const storage = createStorage({ driver: fsDriver({ base: folder }) })
    const workspace = artifactWorkspace({ storage })
    const run = plimsollOf({ hardLimitBytes: kibibytes(16) }).openRun({ dialect: openaiChat(), workspace })
    const body = 'What stood in the file. '.repeat(400)
    const { text: envelope } = await run.offload(body)
    expect(envelope).toContain('artifact://sha256/')
    expect(envelope).not.toContain(folder)

    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    const paths = files.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : []))
    const stored = paths.filter((path) => readFileSync(path, 'utf8').includes(body))
    for (const path of stored) writeFileSync(path, 'x'.repeat(body.length))
    expect(stored).toHaveLength(1)
    expect(await run.rehydrate(envelope)).toMatchObject({ outcome: 'stale', outputBytes: null })
    const sent = await run.dispatch(withResults([envelope]), (list) => JSON.stringify(list))
    expect(sent).not.toMatch(/xxx/)
    expect(sent).not.toContain(folder)
  })
})

describe('where a client alone fails', () => {
  test('21: a tool runner sends the newest part of a thread; here it is refused at once, with the remedy', async () => {
    const look = { name: 'look', input_schema: { type: 'object' as const }, run: () => 'a sail' }
    const tools = [{ ...look, description: 'Looks.', parse: (input: unknown) => input }]
    const params = { ...ask('What is there?'), tools }
    const turns = [{ calls: [{ id: 'toolu_0', name: 'look' }] }]
    const theirs = await connect(turns)
    // The server holds no threads: it refuses the second request, whose history is nowhere.
    await rejection(theirs.client.beta.messages.toolRunner(params).runUntilDone())
    const [, second] = theirs.server.log
    expect(Object(second?.request).thread).toMatchObject({ type: 'continue' })
    expect(JSON.stringify(second?.request)).not.toContain('What is there?')

    const ours = await connect(turns, { watched: watchRun(plimsoll) })
    const error = await rejection(ours.client.beta.messages.toolRunner(params).runUntilDone())
    expect(findPlimsollError(error)).toMatchObject({ code: 'serverHeldContext' })
    expect(String(error)).toContain('thread: false')
    expect(ours.server.log).toHaveLength(0)
  })

  test('22: a refusal in fetch is tried three times and called a lost connection; here it surfaces once', async () => {
    const server = await startRuleServer()
    onTestFinished(() => server.close())
    const options = { apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 2 }
    const body = { model: 'scripted', messages: [{ role: 'user' as const, content: 'u'.repeat(9_000) }] }
    let attempts = 0
    const refusing = async () => {
      attempts += 1
      throw new RangeError('too long')
    }
    const theirs = new OpenAI({ ...options, fetch: refusing }).chat.completions.create(body)
    expect(await rejection(theirs)).toBeInstanceOf(OpenAI.APIConnectionError)
    expect(attempts).toBe(3)

    const watched = watchRun(plimsoll)
    const error = await rejection(boundOpenAI(new OpenAI(options), watched.run).chat.completions.create(body))
    expect(error).toMatchObject({ code: 'assemblyTerminated', outcome: 'irreducible' })
    expect(watched.refusals).toEqual([error])
    expect(server.log).toHaveLength(0)
  })
})

function inputOf(entry: { readonly request: unknown } | undefined): unknown {
  return Object(entry?.request).input
}

/** A conversation of Chat Completions in which a tool answered with each text. */
function withResults(texts: readonly string[]) {
  const rounds = texts.flatMap((content, index) => {
    const id = `call_${index}`
    const called = { id, type: 'function', function: { name: 'look', arguments: '{}' } }
    return [
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: id, content },
    ]
  })
  return [{ role: 'user', content: 'Look.' }, ...rounds, { role: 'user', content: 'Go on.' }]
}

function decisionsIn(events: readonly PlimsollEvent[]) {
  return events.flatMap((event) => ('decision' in event ? [event.decision] : []))
}
