import { Agent, MemorySession, type Model } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { AssemblyTerminatedError, findPlimsollError } from 'plimsoll'
import { boundAgentsModel } from 'plimsoll/openai-agents'
import { afterEach, describe, expect, test } from 'vitest'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { type Api, modelAt, quietRunner } from './sdk.ts'

const tooLarge = 'p'.repeat(5_000)
const apis: readonly Api[] = ['responses', 'chat']

let server: RuleServer
afterEach(() => server?.close())

describe.each(apis)('a refusal of a model of %s', (api) => {
  async function setUp() {
    server = await startRuleServer({ turns: [] })
    const watched = watchRun(plimsollOf())
    // The client's own tries are left on: none of them is made.
    const model = boundAgentsModel(modelAt(server.url, api, 2), watched.run, { api })
    return { watched, agent: new Agent({ name: 'Scout', model }) }
  }

  test('is our own error, by the promise', async () => {
    const { watched, agent } = await setUp()
    const error = await rejection(quietRunner().run(agent, tooLarge))
    expect(error).toBeInstanceOf(AssemblyTerminatedError)
    expect(error).toMatchObject({ outcome: 'irreducible', reason: 'requiredContentTooLarge' })
    expect(watched.refusals).toEqual([error])
    expect(findPlimsollError(error)).toBe(error)
    expect(server.log).toEqual([])
  })

  test('is our own error, by the promise of a stream, by its iterator and by its field', async () => {
    const { watched, agent } = await setUp()
    const completed = await quietRunner().run(agent, tooLarge, { stream: true })
    expect(await rejection(completed.completed)).toBe(watched.refusals[0])
    expect(completed.error).toBe(watched.refusals[0])
    const iterated = await quietRunner().run(agent, tooLarge, { stream: true })
    const read = async (): Promise<void> => {
      for await (const _ of iterated.toTextStream());
    }
    expect(await rejection(read())).toBe(watched.refusals[1])
    expect(watched.refusals).toHaveLength(2)
    expect(server.log).toEqual([])
  })
})

test('a refusal of an agent that runs as a tool is a tool result, which a listener tells from others', async () => {
  const outer = new ScriptedModel([
    [functionCall('research', { input: tooLarge }, { callId: 'r' })],
    [assistantMessage('Told.')],
  ])
  const watched = watchRun(plimsollOf())
  const inner = boundAgentsModel<Model>(new ScriptedModel([]), watched.run)
  const research = new Agent({ name: 'Researcher', model: inner }).asTool({
    toolName: 'research',
    toolDescription: 'Researches.',
  })
  const { finalOutput } = await quietRunner().run(
    new Agent({ name: 'Scout', model: outer, tools: [research] }),
    'Research.',
  )
  expect(finalOutput).toBe('Told.')
  expect(watched.refusals).toMatchObject([{ outcome: 'irreducible' }])
  expect(outer.calls[1]?.request.input.at(-1)).toMatchObject({ type: 'function_call_result', callId: 'r' })
})

test('a session is as short after a refusal as after any error of a model', async () => {
  const stored: (readonly unknown[])[] = []
  for (const model of [
    boundAgentsModel<Model>(new ScriptedModel([]), plimsollOf()),
    new ScriptedModel([{ type: 'error', error: new Error('down') }]),
  ]) {
    const session = new MemorySession()
    await rejection(quietRunner().run(new Agent({ name: 'Scout', model }), tooLarge, { session }))
    stored.push(await session.getItems())
  }
  expect(stored[0]).toEqual(stored[1])
})
