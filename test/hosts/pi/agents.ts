import { Agent, type AgentMessage, type AgentOptions, type AgentTool } from '@mariozechner/pi-agent-core'
import { type Model, streamSimple } from '@mariozechner/pi-ai'

export type Api = 'openai-completions' | 'anthropic-messages'
export type StreamFunction = NonNullable<AgentOptions['streamFn']>

export { streamSimple }

/** A model at a local address, which speaks one of pi's APIs. */
export function modelAt(url: string, thinks = false, api: Api = 'anthropic-messages'): Model<Api> {
  return {
    id: api === 'anthropic-messages' ? 'claude-sonnet-4-5' : 'gpt-4.1',
    name: 'local',
    api,
    provider: 'local',
    baseUrl: api === 'anthropic-messages' ? url : `${url}/v1`,
    reasoning: thinks,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200_000,
    maxTokens: 4_096,
  }
}

export interface Asked extends Pick<AgentOptions, 'transformContext'> {
  readonly model: Model<Api>
  readonly streamFn?: StreamFunction
  readonly tools?: AgentTool[]
  /** The last one is the user's new message. */
  readonly messages: AgentMessage[]
  readonly listener?: Parameters<Agent['subscribe']>[0]
  readonly signal?: AbortSignal | undefined
}

/** Runs an agent of pi to its end, over what happened before. */
export async function askAgent(asked: Asked): Promise<Agent> {
  const { model, streamFn, tools = [], messages, transformContext, listener, signal } = asked
  const agent = new Agent({
    initialState: {
      model,
      systemPrompt: '',
      tools,
      messages: messages.slice(0, -1),
      thinkingLevel: model.reasoning ? 'low' : 'off',
    },
    getApiKey: () => 'none',
    ...(streamFn && { streamFn }),
    ...(transformContext && { transformContext }),
  })
  if (listener) agent.subscribe(listener)
  signal?.addEventListener('abort', () => agent.abort())
  await agent.prompt(messages.slice(-1))
  return agent
}

/** The tool of the host contract. */
export function lookTool(execute: () => string): AgentTool {
  return {
    name: 'look',
    label: 'Look',
    description: 'Looks out of the window and tells at length what is there.',
    parameters: { type: 'object', properties: { direction: { type: 'string' } } } as AgentTool['parameters'], // as TypeBox makes it
    execute: async () => ({ content: [{ type: 'text', text: execute() }], details: {} }),
  }
}

export function userSays(text: string): AgentMessage {
  return { role: 'user', content: [{ type: 'text', text }], timestamp: 0 }
}

export function modelSays(text: string, { api, provider, id }: Model<Api>): AgentMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  return {
    role: 'assistant',
    content: [{ type: 'text', text }],
    api,
    provider,
    model: id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: 'stop',
    timestamp: 0,
  }
}
