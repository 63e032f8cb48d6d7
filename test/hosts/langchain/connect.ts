import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import {
  type createAgent,
  createMiddleware,
  modelRetryMiddleware,
  summarizationMiddleware,
  tool,
} from 'langchain'
import { findPlimsollError } from 'plimsoll'
import { boundChatModel, boundMiddleware } from 'plimsoll/langchain'
import { z } from 'zod'
import type { HostConnection, HostSetup, LoopResult, Mode } from '../../contracts/host-contract-adapter.ts'

export type Api = 'chat' | 'responses'
export type Seam = 'middleware' | 'model'
export type Bounds = NonNullable<HostSetup['bounds']>

type Agent = Pick<ReturnType<typeof createAgent>, 'invoke' | 'stream'>
export type Middlewares = NonNullable<Parameters<typeof createAgent>[0]['middleware']>

/** What makes the agent: `createAgent`, or something that is built on it. */
export type MakeAgent = (parts: {
  readonly model: ChatOpenAI
  readonly tools: ReturnType<typeof lookTool>[]
  readonly middleware: Middlewares
}) => Agent

/** A model of the real provider package, pointed at the rule server; it doesn't retry by itself. */
export function chatOpenAI(url: string, api: Api, options: object = {}): ChatOpenAI {
  return new ChatOpenAI({
    model: 'gpt-5',
    apiKey: 'none',
    maxRetries: 0,
    useResponsesApi: api === 'responses',
    configuration: { baseURL: `${url}/v1` },
    ...options,
  })
}

/** An agent with a retry outside of its bound, connected to the rule server. */
export function connect(make: MakeAgent, api: Api, seam: Seam, setup: HostSetup): HostConnection {
  const { url, bounds, look } = setup
  const agentOf = (options: object = {}, more: Middlewares = []): Agent => {
    let round = 0
    const bare = chatOpenAI(url, api, options)
    const model = bounds && seam === 'model' ? boundModelOf(bare, bounds) : bare
    const bound = bounds && seam === 'middleware' ? [boundMiddlewareOf(bounds)] : []
    return make({
      model,
      tools: [lookTool(() => look(round++))],
      middleware: [retryMiddleware(), ...more, ...bound],
    })
  }
  return {
    loop: (messages, mode, signal) => run(agentOf(), { messages: [...messages] }, mode, signal),
    breakOff: async (messages) => {
      const stream = await agentOf().stream({ messages: [...messages] }, { streamMode: 'messages' })
      for await (const [chunk] of stream) if (chunk.text !== '') break
    },
    boundAgain: async () => {
      if (!bounds) return
      if (seam === 'model') return boundModelOf(boundModelOf(chatOpenAI(url, api), bounds), bounds)
      const again = createMiddleware({ ...boundMiddlewareOf(bounds), name: 'Again' })
      // The framework wraps what a middleware throws.
      return agentOf({}, [again])
        .invoke({ messages: 'Hi.' })
        .catch((error: unknown) => Promise.reject(findPlimsollError(error)))
    },
    goOnFrom: (previousResponseId) =>
      agentOf({ modelKwargs: { previous_response_id: previousResponseId } }).invoke({ messages: 'Go on.' }),
  }
}

/** Tries again whatever is no refusal of ours, and passes the last error on. */
export function retryMiddleware(): Middlewares[number] {
  return modelRetryMiddleware({
    maxRetries: 2,
    initialDelayMs: 1,
    jitter: false,
    onFailure: 'error',
    retryOn: (error) => findPlimsollError(error) === undefined,
  }) as unknown as Middlewares[number] // its optional fields may be undefined, which the type of the list forbids
}

/** The framework's own summaries, by this model, of all but four messages. */
export function summarizing(model: BaseChatModel, trimTokensToSummarize = 4_000): Middlewares[number] {
  const options = { model, trigger: { messages: 10 }, keep: { messages: 4 }, trimTokensToSummarize }
  return summarizationMiddleware(options as never) as unknown as Middlewares[number] // as above, and its options alike
}

/** The tool of the contract, with this answer. */
export function lookTool(answer: () => string) {
  return tool(answer, {
    name: 'look',
    description: 'Looks out of the window and tells at length what is there.',
    schema: z.object({ direction: z.string().optional() }),
  })
}

export function boundMiddlewareOf(bounds: Bounds) {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundMiddleware(bounds) : boundMiddleware(bounds)
}

export function boundModelOf(model: ChatOpenAI, bounds: Bounds): ChatOpenAI {
  return 'openRun' in bounds ? boundChatModel(model, bounds) : boundChatModel(model, bounds)
}

interface State {
  readonly messages: readonly BaseMessage[]
}

async function run(
  agent: Agent,
  input: Parameters<Agent['invoke']>[0],
  mode: Mode,
  signal?: AbortSignal,
): Promise<LoopResult> {
  const config = signal ? { signal } : {}
  if (mode === 'generate') return resultOf(await agent.invoke(input, config))
  let state: State = { messages: [] }
  // The messages as they come, and the whole state behind each step.
  const stream = await agent.stream(input, { ...config, streamMode: ['messages', 'values'] })
  for await (const [kind, value] of stream) if (kind === 'values') state = value as State // the kind says so
  return resultOf(state)
}

function resultOf({ messages }: State): LoopResult {
  const history = messages.map((message) => ({
    type: message.type,
    content: message.content,
    calls: Reflect.get(message, 'tool_calls') ?? [],
    answers: Reflect.get(message, 'tool_call_id'),
  }))
  return { text: messages.at(-1)?.text ?? '', history }
}
