import { Agent, MemorySession, type Model, type ModelProvider, OpenAIProvider } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { CompositionError } from 'plimsoll'
import { boundAgentsModel, boundModelProvider } from 'plimsoll/openai-agents'
import { expect, test } from 'vitest'
import { deepFreeze } from '../../support/deep-freeze.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { quietRunner } from './sdk.ts'

function providerOf(models: Readonly<Record<string, Model>>): ModelProvider {
  return {
    getModel: (name = '') => {
      const model = models[name]
      if (!model) throw new Error('no such model')
      return model
    },
  }
}

test('a provider keeps its class and its methods, and can be bound once', async () => {
  const provider = new OpenAIProvider({ apiKey: 'none' })
  const bound = boundModelProvider(provider, plimsollOf())
  expect(bound).toBeInstanceOf(OpenAIProvider)
  await bound.close()
  expect(() => boundModelProvider(bound, plimsollOf())).toThrow(
    expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }),
  )
  const model = await bound.getModel('gpt-5')
  expect(() => boundAgentsModel(model, plimsollOf())).toThrow(
    expect.objectContaining({ code: 'composition', problem: 'alreadyWrapped' }),
  )
})

test.each(['gpt-5', undefined, null, {}])('%j is no provider that can be bound', (provider) => {
  const bind = () => boundModelProvider(provider as never, plimsollOf()) // what types forbid, plain JavaScript may pass
  expect(bind).toThrow(CompositionError)
})

test('each model of a provider is bounded, and handoffs go through it', async () => {
  const first = new ScriptedModel([[functionCall('transfer_to_Writer', {}, { callId: 'h' })]])
  const second = new ScriptedModel([[assistantMessage('Written.')]])
  const watched = watchRun(plimsollOf())
  const modelProvider = boundModelProvider(providerOf({ first, second }), watched.run)
  const writer = new Agent({ name: 'Writer', model: 'second' })
  const scout = new Agent({ name: 'Scout', model: 'first', handoffs: [writer] })
  const { finalOutput } = await quietRunner({ modelProvider }).run(scout, 'Write.')
  expect(finalOutput).toBe('Written.')
  expect(watched.composed).toHaveLength(2)
  expect(watched.settled).toEqual(['commit', 'commit'])
})

test('an agent as a tool goes through a child run, also in a serial one', async () => {
  const outer = new ScriptedModel([
    [functionCall('research', { input: 'Look.' }, { callId: 'r' })],
    [assistantMessage('Told.')],
  ])
  const inner = new ScriptedModel([[assistantMessage('Found.')]])
  const heads: (string | null | undefined)[] = []
  const run = plimsollOf().openRun({
    admission: 'serial',
    identity: { agentId: 'scout' },
    report: ({ type, agentId }) => {
      if (type === 'assembly.composed') heads.push(agentId)
    },
  })
  const provider = providerOf({ outer, inner })
  const researcher = new Agent({ name: 'Researcher', model: 'inner' })
  const child = run.child({ agentId: 'research' })
  const research = researcher.asTool({
    toolName: 'research',
    toolDescription: 'Researches.',
    runConfig: { modelProvider: boundModelProvider(provider, child) },
  })
  const scout = new Agent({ name: 'Scout', model: 'outer', tools: [research] })
  const runner = quietRunner({ modelProvider: boundModelProvider(provider, run) })
  const { finalOutput } = await runner.run(scout, 'Research.')
  await run.close()
  expect(finalOutput).toBe('Told.')
  expect(heads).toEqual(['scout', 'research', 'scout'])
  expect(inner.calls).toHaveLength(1)
})

test('an agent as a tool that says nothing goes through the provider of its caller', async () => {
  const outer = new ScriptedModel([
    [functionCall('research', { input: 'Look.' }, { callId: 'r' })],
    [assistantMessage('Told.')],
  ])
  const inner = new ScriptedModel([[assistantMessage('Found.')]])
  const watched = watchRun(plimsollOf())
  const researcher = new Agent({ name: 'Researcher', model: 'inner' })
  const research = researcher.asTool({ toolName: 'research', toolDescription: 'Researches.' })
  const scout = new Agent({ name: 'Scout', model: 'outer', tools: [research] })
  const modelProvider = boundModelProvider(providerOf({ outer, inner }), watched.run)
  await quietRunner({ modelProvider }).run(scout, 'Research.')
  expect(watched.composed).toHaveLength(3)
})

test('a session stores what it stores without a bound, and its items are never edited', async () => {
  const stored = await Promise.all(
    [false, true].map(async (isBounded) => {
      const model = new ScriptedModel([[assistantMessage('Done.')]])
      const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false }))
      const session = new MemorySession({
        sessionId: 'one',
        initialItems: deepFreeze(
          Array.from({ length: 6 }, () => ({ role: 'user' as const, content: 'q'.repeat(900) })),
        ),
      })
      const agent = new Agent({
        name: 'Scout',
        model: isBounded ? boundAgentsModel(model, watched.run) : model,
      })
      await quietRunner().run(agent, 'And now?', { session })
      return { sent: model.calls[0]?.request.input.length, items: await session.getItems() }
    }),
  )
  const [bare, bounded] = stored
  expect(bare?.sent).toBe(7)
  expect(bounded?.sent).toBeLessThan(7)
  expect(bounded?.items).toEqual(bare?.items)
  expect(bounded?.items).toHaveLength(8)
})

test('an agent with a model object of its own does not go through the provider', async () => {
  const own = new ScriptedModel([[assistantMessage('Done.')]])
  const watched = watchRun(plimsollOf())
  const modelProvider = boundModelProvider(providerOf({}), watched.run)
  await quietRunner({ modelProvider }).run(new Agent({ name: 'Scout', model: own }), 'Hi.')
  expect(watched.composed).toEqual([])
})

test('a name that the provider does not know fails as it does there', async () => {
  const modelProvider = boundModelProvider(providerOf({}), plimsollOf())
  const agent = new Agent({ name: 'Scout', model: 'nobody' })
  expect(await rejection(quietRunner({ modelProvider }).run(agent, 'Hi.'))).toMatchObject({
    message: 'no such model',
  })
})
