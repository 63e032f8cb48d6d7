import type { Agent, AgentExecutionOptionsBase } from '@mastra/core/agent'
import type { AiSdkMessage } from '../../../src/dialects/ai-sdk/index.ts'
import { agentOf } from '../mastra/agents.ts'
import { messages, modelOf } from './ai-sdk-scenarios.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'

const given = messages as Parameters<Agent['generate']>[0] // of the release of the SDK that it bundles

interface Asked {
  readonly options?: object
  readonly streams?: boolean
  readonly failing?: (refusal: Error) => object
  readonly previousResponseId?: string
}

const running =
  ({ options, streams = false, failing, previousResponseId = '' }: Asked = {}) =>
  (seam: FaultySeam, ofSeam: SeamOptions): Ask => {
    const processor = seam.library.boundProcessor(seam.bounds, { ...ofSeam, ...options })
    const agent = agentOf({
      model: modelOf(seam, failing?.(seam.refusal)),
      inputProcessors: [processor],
    })
    return async (abortSignal) => {
      const asked: AgentExecutionOptionsBase<unknown> = {
        ...{ maxSteps: 1, providerOptions: { openai: { previousResponseId } } },
        ...(abortSignal && { abortSignal }),
      }
      const result = await ask(agent, streams, asked).catch((error: Error) => {
        // The agent keeps the text of an error, in one of its own.
        throw seam.knownBy(error.message) ?? error
      })
      if (result.error) throw result.error
      if (result.tripwire) throw result.tripwire
      // What is aborted ends without an error.
      abortSignal?.throwIfAborted()
    }
  }

async function ask(agent: Agent, streams: boolean, options: AgentExecutionOptionsBase<unknown>) {
  if (!streams) return agent.generate(given, options)
  return (await agent.stream(given, options)).getFullOutput()
}

/** Hooks as they are called where another processor answers in place of the model, and where the last try fails. */
function unanswered(seam: FaultySeam, options: SeamOptions): Ask {
  const processor = seam.library.boundProcessor(seam.bounds, options)
  return async (abortSignal) => {
    const state = {}
    const abort = (reason?: string, tripwire?: object): never => {
      throw Object.assign(new Error(reason), tripwire)
    }
    const request = { prompt: [...prompt], model: { provider: 'openai' }, state, abort, abortSignal }
    for (let call = 0; call < 2; call += 1) await processor.processLLMRequest(request)
    await processor.processAPIError({ state })
  }
}

const prompt = messages as AiSdkMessage[] // of which the agent makes as much
const streams = { streams: true }
const part = { failing: (error: Error) => ({ type: 'error', error }) }
const previous = { previousResponseId: 'response' }
const passed = { ...previous, options: { serverHeld: 'pass' } }
const fails: Driving = { script: 'fails' }

const scenario = (name: string, open: ReturnType<typeof running>, driving?: Driving): HostScenario =>
  hostScenario(`mastra, ${name}`, open, driving)

export const mastraScenarios: readonly HostScenario[] = [
  scenario('an agent', running()),
  scenario('an agent whose model fails', running(), fails),
  scenario('an agent whose model says that it fails', running(part), fails),
  scenario('an agent with a run for each call', running(), { by: 'plimsoll' }),
  scenario('an agent with nothing that bounds', running(), { by: 'nothing' }),
  scenario('an agent from what the server holds', running(previous), { isRefused: true }),
  scenario('an agent from what the server may hold', running(passed), { passes: true }),
  // Of a stream that breaks off, Mastra tells no processor.
  scenario('a stream', running(streams), { leavesOpen: /^leases|^chunk (throws|rejects)/ }),
  scenario('a request that nobody answers', unanswered, { delivers: false, ports: /^leases\.release/ }),
]
