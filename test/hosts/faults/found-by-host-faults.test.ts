import { expect, test } from 'vitest'
import { AwaitWatch } from '../../faults/await-watch.ts'
import { playFault } from '../../faults/play-fault.ts'
import { everyHostScenario } from './every-host-scenario.ts'
import * as library from './library.ts'

// What the fault cases of the hosts have found, each by itself and in the sources as they are.

async function violationsOf(name: string, port: string): Promise<readonly string[]> {
  const scenario = everyHostScenario.find((one) => one.name === name)
  if (!scenario) throw new Error(`no scenario is called ${name}`)
  const fault = { port, at: 0, kind: 'never answers' } as const
  const { violations } = await playFault({ library, watch: new AwaitWatch() }, scenario, fault)
  return violations
}

test.each([
  ['ai-sdk, generating', 'leases.commit'],
  ['ai-sdk, generating, by a model that fails', 'leases.release'],
  ['openai, a chat of major 6', 'leases.commit'],
  ['openai, a chat that fails', 'leases.release'],
  ['openai, a chat that the client tries again', 'leases.release'],
  ['anthropic, a message', 'leases.commit'],
  ['anthropic, a message that fails', 'leases.release'],
  ['anthropic, a stream', 'leases.commit'],
  ['langchain, a chat model', 'leases.commit'],
  ['langchain, a middleware of a model that fails', 'leases.release'],
  ['openai-agents, a response', 'leases.commit'],
  ['openai-agents, a response that fails', 'leases.release'],
  ['mastra, an agent', 'leases.commit'],
  ['mastra, an agent whose model fails', 'leases.release'],
  ['pi, a stream that never comes', 'leases.release'],
  ['pi, a context', 'leases.commit'],
  ['google-adk, a response', 'leases.commit'],
  ['google-adk, a response that fails', 'leases.release'],
])('an abort ends a call that waits for shared leases to be settled: %s, %s', async (name, port) => {
  expect(await violationsOf(name, port)).toEqual([])
})

test.each(['toModelOutput', 'store'])(
  'an abort ends a tool whose result is being kept, while %s never answers',
  async (port) => {
    expect(await violationsOf('ai-sdk, tools whose results are kept', port)).toEqual([])
  },
)
