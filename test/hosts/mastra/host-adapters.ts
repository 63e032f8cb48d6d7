import { createOpenAI } from '@ai-sdk/openai'
import type { Agent, AgentExecutionOptionsBase, ToolsInput } from '@mastra/core/agent'
import { type InputProcessor, StreamErrorRetryProcessor } from '@mastra/core/processors'
import { findPlimsollError } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { boundProcessor } from 'plimsoll/mastra'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  Mode,
  PlainMessage,
} from '../../contracts/host-contract-adapter.ts'
import { agentOf, lookTool } from './agents.ts'

type Bounds = NonNullable<HostSetup['bounds']>
type Model = ReturnType<ReturnType<typeof createOpenAI>['responses']>

/** What of an agent's configuration a bound changes. */
interface Config {
  readonly model: Model
  readonly inputProcessors?: readonly InputProcessor[]
}

type Bind = (config: Config, bounds: Bounds) => Config
type Options = AgentExecutionOptionsBase<unknown>

const earlyBreak =
  'Mastra reads the rest of the stream by itself, and the call is committed when the answer is complete'

/** Mastra with a bounded model of the AI SDK, and with a bounded processor. */
export const mastraAdapters: readonly HostAdapter[] = [
  {
    title: 'Mastra 1, bounded model',
    entry: 'plimsoll/ai-sdk',
    surfaces: {
      generate: '`generate` rejects with our own instance',
      stream: '`onError`, an `error` chunk and `error` of the result hold our own instance',
    },
    gaps: { earlyBreak },
    absent: {},
    connect: (setup) => connect(setup, bindModel),
  },
  {
    title: 'Mastra 1, bounded processor',
    entry: 'plimsoll/mastra',
    surfaces: {
      generate: '`generate` resolves, with our own instance as `metadata` of its `tripwire`',
      stream: 'a `tripwire` chunk and `tripwire` of the result hold it in the same way',
    },
    gaps: { earlyBreak },
    absent: {},
    connect: (setup) => connect(setup, bindProcessor),
  },
]

function connect({ url, bounds, look, thinks }: HostSetup, bind: Bind): HostConnection {
  const model = createOpenAI({ apiKey: 'none', baseURL: `${url}/v1` }).responses(thinks ? 'gpt-5' : 'gpt-4.1')
  const bare: Config = { model }
  const bound = bounds ? bind(bare, bounds) : bare
  const providerOptions = { openai: { store: thinks } }
  return {
    loop: async (messages, mode, abortSignal) => {
      let round = 0
      const tool = lookTool(() => look(round++))
      const agent = askable(bound, { look: tool })
      const abort = abortSignal ? { abortSignal } : {}
      return ask(agent, messages, mode, { maxSteps: 10, providerOptions, ...abort })
    },
    breakOff: async (messages) => {
      const { textStream } = await askable(bound).stream(given(messages), { providerOptions })
      for await (const _ of textStream) break
    },
    boundAgain: async () => {
      const again = bounds && bind(bound, bounds)
      return again && ask(askable(again), [{ role: 'user', content: 'Hi.' }], 'generate', {})
    },
    goOnFrom: (previousResponseId) =>
      ask(askable(bound), [{ role: 'user', content: 'Go on.' }], 'generate', {
        providerOptions: { openai: { previousResponseId } },
      }),
  }
}

/** Rejects with what a result says that went wrong: neither way of asking always does. */
async function ask(
  agent: Agent,
  messages: readonly PlainMessage[],
  mode: Mode,
  options: Options,
): Promise<LoopResult> {
  const result =
    mode === 'generate'
      ? await agent.generate(given(messages), options)
      : await (await agent.stream(given(messages), options)).getFullOutput()
  if (result.error) throw result.error
  if (result.tripwire) throw findPlimsollError(result.tripwire.metadata) ?? new Error(result.tripwire.reason)
  if (options.abortSignal?.aborted) throw new Error('aborted')
  const { text, response } = result
  return { text, history: [...messages, ...(response.messages ?? []).map(withoutTimes)] }
}

function askable({ model, inputProcessors = [] }: Config, tools: ToolsInput = {}): Agent {
  // By itself an agent tries nothing again.
  const errorProcessors = [new StreamErrorRetryProcessor({ maxRetries: 2 })]
  return agentOf({ model, tools, inputProcessors, errorProcessors })
}

function given(messages: readonly PlainMessage[]): Parameters<Agent['generate']>[0] {
  return messages.map(({ role, content }) => ({ role, content })) as Parameters<Agent['generate']>[0] // of one role each
}

function withoutTimes(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message), (key, value: unknown) => (key === 'createdAt' ? 0 : value))
}

function bindModel({ model, ...config }: Config, bounds: Bounds): Config {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return { ...config, model: 'openRun' in bounds ? boundModel(model, bounds) : boundModel(model, bounds) }
}

function bindProcessor({ inputProcessors = [], ...config }: Config, bounds: Bounds): Config {
  const processor = 'openRun' in bounds ? boundProcessor(bounds) : boundProcessor(bounds)
  return { ...config, inputProcessors: [...inputProcessors, processor] }
}
