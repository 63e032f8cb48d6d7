import { type Agent, type Model, type Runner, retryPolicies } from '@openai/agents'
import { boundAgentsModel } from 'plimsoll/openai-agents'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  Mode,
  PlainMessage,
} from '../../contracts/host-contract-adapter.ts'
import { type Api, itemsOf, lookingAgent, modelAt, quietRunner } from './sdk.ts'

/** The runner with one of the SDK's two models. */
function agentsAdapter(api: Api): HostAdapter {
  return {
    title: `openai agents 0.20, ${api === 'responses' ? 'Responses' : 'Chat Completions'}`,
    entry: 'plimsoll/openai-agents',
    surfaces: {
      generate: '`run()` rejects with our own instance',
      stream: '`result.completed`, its iterator and `result.error` give our own instance',
    },
    gaps: {},
    absent:
      api === 'chat'
        ? { reasoning: 'the SDK leaves out the `reasoning_content` of a message that calls' }
        : {},
    connect: (setup) => connect(api, setup),
  }
}

export const openaiAgentsAdapters: readonly HostAdapter[] = [
  agentsAdapter('responses'),
  agentsAdapter('chat'),
]

function connect(api: Api, { url, bounds, look }: HostSetup): HostConnection {
  const bare = modelAt(url, api)
  const model = bounds ? bind(bare, bounds, api) : bare
  const policy = retryPolicies.httpStatus([429, 503, 529])
  const runner = quietRunner({
    modelSettings: { store: false, retry: { maxRetries: 3, policy, backoff: { initialDelayMs: 1 } } },
  })
  return {
    loop: (messages, mode, signal) => loop(runner, lookingAgent(model, look), { messages, mode, signal }),
    breakOff: async (messages) => {
      const result = await runner.run(lookingAgent(model, look), itemsOf(messages), { stream: true })
      for await (const _ of result.toTextStream()) break
    },
    boundAgain: async () => bounds && bind(model, bounds, api),
    goOnFrom: (previousResponseId) => runner.run(lookingAgent(model, look), 'Go on.', { previousResponseId }),
  }
}

interface Asked {
  readonly messages: readonly PlainMessage[]
  readonly mode: Mode
  readonly signal: AbortSignal | undefined
}

async function loop(runner: Runner, agent: Agent, { messages, mode, signal }: Asked): Promise<LoopResult> {
  const options = signal ? { signal } : {}
  if (mode === 'generate') {
    const { finalOutput, history } = await runner.run(agent, itemsOf(messages), options)
    return { text: String(finalOutput), history }
  }
  const result = await runner.run(agent, itemsOf(messages), { ...options, stream: true })
  await result.completed
  if (result.cancelled) throw new Error('the stream was cancelled')
  return { text: String(result.finalOutput), history: result.history }
}

function bind(model: Model, bounds: NonNullable<HostSetup['bounds']>, api: Api): Model {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds
    ? boundAgentsModel(model, bounds, { api })
    : boundAgentsModel(model, bounds, { api })
}
