import * as adk from '@google/adk'
import { BaseLlm, isBaseLlm, type LlmRequest, type LlmResponse } from '@google/adk'
import * as plimsollEntry from 'plimsoll'
import { createPlimsoll, findPlimsollError, type PlimsollError } from 'plimsoll'
import * as adkEntry from 'plimsoll/google-adk'
import { boundLlm } from 'plimsoll/google-adk'
import { afterEach, describe, expect, test } from 'vitest'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { runReadme } from '../run-readme.ts'
import { askAgent, LocalGemini, lookTool, modelSays, userSays } from './agents.ts'

const tooLarge = 'p'.repeat(5_000)
const long = [
  userSays('Begin.'),
  modelSays('a'.repeat(2_500)),
  userSays('Go on.'),
  modelSays('b'.repeat(2_500)),
  userSays('And now?'),
]

const servers: RuleServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function serve(...options: Parameters<typeof startRuleServer>): Promise<RuleServer> {
  const server = await startRuleServer(...options)
  servers.push(server)
  return server
}

/** An LLM of somebody's own, with a private field, that yields what it is told. */
class ScriptedLlm extends BaseLlm {
  readonly #responses: readonly (LlmResponse | Error)[]
  readonly requests: LlmRequest[] = []

  constructor(...responses: readonly (LlmResponse | Error)[]) {
    super({ model: 'scripted' })
    this.#responses = responses
  }

  override async *generateContentAsync(request: LlmRequest) {
    this.requests.push(request)
    for (const response of this.#responses) {
      if (response instanceof Error) throw response
      yield response
    }
  }

  override connect(): Promise<never> {
    return Promise.reject(new Error(`live with ${this.#responses.length} responses`))
  }
}

test('the example of the README runs', async () => {
  const server = await serve()
  const modules = {
    '@google/adk': {
      ...adk,
      Gemini: class extends LocalGemini {
        constructor() {
          super(server.url)
        }
      },
    },
    plimsoll: plimsollEntry,
    'plimsoll/google-adk': adkEntry,
  }
  const { agent } = await runReadme('src/hosts/google-adk/README.md', modules, { tools: [] }, ['agent'])
  if (!adk.isLlmAgent(agent)) throw new Error('it makes an agent')
  const { events } = await askAgent({ model: agent.canonicalModel, contents: [userSays('Hi.')] })
  expect(events.at(-1)?.content?.parts).toMatchObject([{ text: 'Done.' }])
  expect(server.log).toHaveLength(1)
})

test('the bounded LLM is an LLM of its class, and works where private fields are asked for', async () => {
  const bound = boundLlm(new LocalGemini('http://127.0.0.1'), plimsollOf())
  expect(bound).toBeInstanceOf(LocalGemini)
  expect([isBaseLlm(bound), bound.model]).toEqual([true, 'gemini-2.5-flash'])
  const own = boundLlm(new ScriptedLlm({ content: modelSays('Hm.') }), plimsollOf())
  await expect(own.connect()).rejects.toThrow('live with 1 responses')
})

test('a model name and a bounded LLM are refused at once', () => {
  expect(() => boundLlm('gemini-2.5-pro' as never, plimsollOf())).toThrow('unsupportedModel')
  const bound = boundLlm(new ScriptedLlm(), plimsollOf())
  expect(() => boundLlm(bound, plimsollOf())).toThrow('alreadyWrapped')
})

test('a refusal is an event with our message, in the session too, and nothing is sent or tried again', async () => {
  const server = await serve()
  const heard: PlimsollError[] = []
  const onRefusal = (error: PlimsollError) => void heard.push(error)
  const model = boundLlm(new LocalGemini(server.url), plimsollOf(), { onRefusal })
  const { events, session, errors } = await askAgent({ model, contents: [userSays(`${tooLarge} canary`)] })
  expect(heard).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
  const event = { errorCode: 'UNKNOWN_ERROR', errorMessage: heard[0]?.message }
  expect(events).toMatchObject([event])
  expect(session.events.at(-1)).toMatchObject(event)
  expect(JSON.stringify(events)).not.toContain('canary')
  expect(events.map(findPlimsollError)).toEqual([undefined])
  expect(errors).toEqual(heard)
  expect(server.log).toHaveLength(0)
})

describe('what the server holds', () => {
  const cached = {
    beforeModelCallback: ({ request }: { request: LlmRequest }) => {
      Object.assign(request.config ?? {}, { cachedContent: 'cachedContents/1' })
      return undefined
    },
  }

  test('is refused with the remedy when it is cached content', async () => {
    const llm = new ScriptedLlm()
    const { events } = await askAgent({
      model: boundLlm(llm, plimsollOf()),
      contents: [userSays('Hi.')],
      config: cached,
    })
    expect(events.at(-1)?.errorMessage).toContain('cachedContent')
    expect(llm.requests).toHaveLength(0)
  })

  test('passes as it is where that is asked for', async () => {
    const llm = new ScriptedLlm({ content: modelSays('Hm.') })
    const passed: unknown[] = []
    const options = { serverHeld: 'pass' as const, onServerHeld: (held: object) => void passed.push(held) }
    const model = boundLlm(llm, plimsollOf(), options)
    await askAgent({ model, contents: [userSays(tooLarge)], config: cached })
    expect(passed).toMatchObject([{ found: 'cachedContent' }])
    expect(JSON.stringify(llm.requests[0]?.contents)).toContain(tooLarge)
  })
})

describe('a call', () => {
  test('is committed before a final response is handed on', async () => {
    const watched = watchRun(plimsollOf())
    const model = boundLlm(new LocalGemini((await serve()).url), watched.run)
    await askAgent({ model, contents: [userSays('Hi.')], breaksAt: adk.isFinalResponse })
    await askAgent({ model, contents: [userSays('Hi.')], streams: true, breaksAt: ({ partial }) => !partial })
    expect(watched.settled).toEqual(['commit', 'commit'])
  })

  test.each([
    ['throws', [new Error('lost')], 'release'],
    ['answers with an error', [{ errorCode: 'UNKNOWN_ERROR', errorMessage: 'Unknown error.' }], 'release'],
    ['stops without a word', [{ errorCode: 'STOP', finishReason: 'STOP' as never }], 'commit'],
    ['yields nothing', [], 'commit'],
  ] as const)('of an LLM that %s is settled', async (_, responses, how) => {
    const watched = watchRun(plimsollOf())
    const model = boundLlm(new ScriptedLlm(...responses), watched.run)
    await askAgent({ model, contents: [userSays('Hi.')] })
    expect(watched.settled[0]).toBe(how)
  })

  test('ends when the signal is aborted while the reducer is asked, and nothing is sent', async () => {
    const controller = new AbortController()
    const llm = new ScriptedLlm()
    const upstreamReducer = () => {
      controller.abort()
      return new Promise<never>(() => {})
    }
    const model = boundLlm(llm, plimsollOf({ upstreamReducer }))
    await askAgent({ model, contents: [userSays('p'.repeat(3_900))], signal: controller.signal })
    expect(llm.requests).toHaveLength(0)
  })

  test('of a request that is too long is assembled once more under a lower limit', async () => {
    const server = await serve({ turns: [{ failure: 'contextTooLong' }, { text: 'Done.' }] })
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
    const model = boundLlm(new LocalGemini(server.url), watched.run, { retryOnOverflow: true })
    const { errors } = await askAgent({ model, contents: long })
    expect(errors).toEqual([])
    expect(watched.composed.map(({ hardLimit }) => hardLimit)).toEqual([4_000, 3_000])
    expect(watched.settled).toEqual(['release', 'commit'])
  })
})

test('the request that the host holds is not edited, and the text that the SDK appends is counted', async () => {
  const llm = new ScriptedLlm({ content: modelSays('Hm.') })
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
  const contents = [...long, modelSays('Wait.')]
  const request: LlmRequest = { contents, config: {}, liveConnectConfig: {}, toolsDict: {} }
  for await (const _ of boundLlm(llm, watched.run).generateContentAsync(request));
  expect(request.contents).toBe(contents)
  expect(contents).toHaveLength(6)
  expect(llm.requests[0]?.contents).not.toBe(contents)
  const overhead = watched.composed[0]?.categories.find(({ category }) => category === 'requestOverhead')
  expect(overhead?.size).toBeGreaterThan(100)
})

test('calls and responses without ids are paired by name, and the whole conversation is accepted', async () => {
  const turns = Array.from({ length: 4 }, () => ({ calls: [{ name: 'look' }, { name: 'look' }] }))
  const server = await serve({ turns })
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
  const model = boundLlm(new LocalGemini(server.url), watched.run)
  const tools = [lookTool(() => 'x'.repeat(700))]
  const stripIds = ({ request }: { request: LlmRequest }) => {
    for (const { functionCall, functionResponse } of request.contents.flatMap(({ parts = [] }) => parts)) {
      delete functionCall?.id
      delete functionResponse?.id
    }
    return undefined
  }
  const { errors } = await askAgent({
    model,
    tools,
    contents: [userSays('Look twice, four times.')],
    config: { beforeModelCallback: stripIds },
  })
  expect(errors).toEqual([])
  expect(server.log.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(watched.composed.map(({ finalSequenceValid }) => finalSequenceValid)).not.toContain(false)
  expect(watched.composed.at(-1)?.outcome).toBe('reduced')
})

test('without compaction the very request goes through', async () => {
  const llm = new ScriptedLlm({ content: modelSays('Hm.') })
  const request: LlmRequest = { contents: long, liveConnectConfig: {}, toolsDict: {} }
  for await (const _ of boundLlm(llm, createPlimsoll()).generateContentAsync(request));
  expect(llm.requests[0]).toBe(request)
})
