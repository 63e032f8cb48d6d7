import * as piAgent from '@mariozechner/pi-agent-core'
import * as piAi from '@mariozechner/pi-ai'
import * as plimsollEntry from 'plimsoll'
import { createPlimsoll, findPlimsollError, type PlimsollError } from 'plimsoll'
import * as piEntry from 'plimsoll/pi'
import { boundContext, boundStream } from 'plimsoll/pi'
import { afterEach, describe, expect, test } from 'vitest'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { runReadme } from '../run-readme.ts'
import { askAgent, lookTool, modelAt, modelSays, streamSimple, userSays } from './agents.ts'

const tooLarge = 'p'.repeat(5_000)

const servers: RuleServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function serve(...options: Parameters<typeof startRuleServer>): Promise<RuleServer> {
  const server = await startRuleServer(...options)
  servers.push(server)
  return server
}

test('the example of the README runs', async () => {
  const server = await serve()
  const stream: typeof streamSimple = (model, context, options) =>
    streamSimple(model, context, { ...options, apiKey: 'none' })
  const modules = {
    '@mariozechner/pi-agent-core': piAgent,
    '@mariozechner/pi-ai': { ...piAi, streamSimple: stream },
    plimsoll: plimsollEntry,
    'plimsoll/pi': piEntry,
  }
  const given = { model: modelAt(server.url), tools: [], question: 'What is in the log?' }
  const { agent } = await runReadme('src/hosts/pi/README.md', modules, given, ['agent'])
  expect(agent).toMatchObject({ state: { messages: [{ role: 'user' }, { content: [{ text: 'Done.' }] }] } })
  expect(server.log).toHaveLength(1)
})

test.each(['openai-completions', 'anthropic-messages'] as const)(
  'a loop over %s stays within the limit',
  async (api) => {
    const calls = Array.from({ length: 5 }, (_, round) => ({
      calls: [{ id: `call_${round}`, name: 'look' }],
    }))
    const server = await serve({ turns: calls })
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
    const agent = await askAgent({
      model: modelAt(server.url, false, api),
      streamFn: boundStream(streamSimple, watched.run),
      tools: [lookTool(() => 'x'.repeat(1_300))],
      messages: [userSays('Look five times.')],
    })
    expect(agent.state.errorMessage).toBeUndefined()
    expect(server.log.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(watched.settled).toEqual(Array(6).fill('commit'))
    expect(watched.composed.at(-1)?.outcome).toBe('reduced')
  },
)

describe('a refusal', () => {
  test('is a failed answer with our message, and our error as its cause', async () => {
    const server = await serve()
    const heard: PlimsollError[] = []
    const onRefusal = (error: PlimsollError) => void heard.push(error)
    const agent = await askAgent({
      model: modelAt(server.url),
      streamFn: boundStream(streamSimple, plimsollOf(), { onRefusal }),
      messages: [userSays(`${tooLarge} canary`)],
    })
    const last = agent.state.messages.at(-1)
    expect(heard).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
    expect(last).toMatchObject({ role: 'assistant', stopReason: 'error', errorMessage: heard[0]?.message })
    expect(agent.state.errorMessage).toBe(heard[0]?.message)
    expect(findPlimsollError(last)).toBe(heard[0])
    expect(JSON.stringify(last)).not.toMatch(/canary|cause/)
    expect(server.log).toHaveLength(0)
  })

  test('is the result and the only event of a stream that is asked for alone', async () => {
    const stream = await boundStream(streamSimple, plimsollOf())(modelAt('http://127.0.0.1'), {
      messages: [{ role: 'user', content: tooLarge, timestamp: 0 }],
    })
    const events: unknown[] = []
    for await (const event of stream) events.push(event)
    const result = await stream.result()
    expect(findPlimsollError(result)).toMatchObject({ code: 'assemblyTerminated' })
    expect(events).toEqual([{ type: 'error', reason: 'error', error: result }])
  })

  test('of a bounded context ends the agent with our message', async () => {
    const server = await serve()
    const heard: PlimsollError[] = []
    const onRefusal = (error: PlimsollError) => void heard.push(error)
    const { transformContext } = boundContext(plimsollOf(), { onRefusal })
    const agent = await askAgent({
      model: modelAt(server.url),
      transformContext,
      messages: [userSays(tooLarge)],
    })
    expect(heard).toHaveLength(1)
    expect(agent.state.errorMessage).toBe(heard[0]?.message)
    expect(findPlimsollError(agent.state.messages.at(-1))).toBeUndefined()
    expect(server.log).toHaveLength(0)
  })
})

describe('a call', () => {
  test('is released when the model fails, and the failed answer is not measured in the next one', async () => {
    const server = await serve({ turns: [{ text: 'y '.repeat(900), breaks: { after: 800, by: 'error' } }] })
    const watched = watchRun(plimsollOf(), 'serial')
    const model = modelAt(server.url)
    const streamFn = boundStream(streamSimple, watched.run)
    const failed = await askAgent({ model, streamFn, messages: [userSays('Hi.')] })
    expect(failed.state.errorMessage).toBeDefined()
    const messages = [...failed.state.messages, userSays('Again.')]
    const agent = await askAgent({ model, streamFn, messages })
    expect(agent.state.errorMessage).toBeUndefined()
    expect(watched.settled).toEqual(['release', 'commit'])
    expect(watched.composed[1]?.originalSize).toBe('Hi.Again.'.length)
    expect(agent.state.messages).toHaveLength(4)
  })

  test('of which nobody reads on is committed, for pi reads the rest', async () => {
    const server = await serve({ turns: [{ text: 'word '.repeat(300) }] })
    const watched = watchRun(plimsollOf())
    const stream = await boundStream(streamSimple, watched.run)(
      modelAt(server.url),
      { messages: [{ role: 'user', content: 'Hi.', timestamp: 0 }] },
      { apiKey: 'none' },
    )
    for await (const _ of stream) break
    await expect.poll(() => watched.settled).toEqual(['commit'])
  })

  test('ends when the agent is aborted while the reducer is asked, and nothing is sent', async () => {
    const server = await serve()
    const controller = new AbortController()
    const upstreamReducer = () => {
      controller.abort()
      return new Promise<never>(() => {})
    }
    const agent = await askAgent({
      model: modelAt(server.url),
      streamFn: boundStream(streamSimple, plimsollOf({ upstreamReducer })),
      messages: [userSays('p'.repeat(3_900))],
      signal: controller.signal,
    })
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'aborted' })
    expect(server.log).toHaveLength(0)
  })

  test('of a bounded context whose events are not heard is released before the next one', async () => {
    const server = await serve({ turns: [{ calls: [{ name: 'look' }] }] })
    const watched = watchRun(plimsollOf(), 'serial')
    await askAgent({
      model: modelAt(server.url),
      transformContext: boundContext(watched.run).transformContext,
      tools: [lookTool(() => 'seen')],
      messages: [userSays('Look.')],
    })
    expect(watched.settled).toEqual(['release', undefined])
  })
})

test('binding twice is refused at once', () => {
  const bounded = boundStream(streamSimple, plimsollOf())
  expect(() => boundStream(bounded, plimsollOf())).toThrow('alreadyWrapped')
})

test('without compaction the very context goes through', async () => {
  const seen: unknown[] = []
  const note: typeof streamSimple = (...values) => {
    seen.push(...values)
    return streamSimple(...values)
  }
  const model = modelAt((await serve()).url)
  const context = { messages: [modelSays('Hm.', model), userSays(tooLarge)] as never[] } // of pi alone
  const options = { apiKey: 'none' }
  await (await boundStream(note, createPlimsoll())(model, context, options)).result()
  expect(seen).toEqual([model, context, options])
  expect(seen[1]).toBe(context)
})
