import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  type StreamEvent,
  tool,
} from '@openai/agents'
import OpenAI from 'openai'
import { z } from 'zod'
import type { PlainMessage } from '../../contracts/host-contract-adapter.ts'

export type Api = 'responses' | 'chat'

/** The real model of an API, which asks the rule server. */
export function modelAt(url: string, api: Api, maxRetries = 0): Model {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries })
  return api === 'responses'
    ? new OpenAIResponsesModel(client, 'gpt-5')
    : new OpenAIChatCompletionsModel(client, 'gpt-5')
}

/** A runner that tells nobody outside of what it does. */
export function quietRunner(config: ConstructorParameters<typeof Runner>[0] = {}): Runner {
  return new Runner({ tracingDisabled: true, ...config })
}

/** An agent with the tool of the contract. */
export function lookingAgent(model: Model | string, look: (round: number) => string): Agent {
  let round = 0
  const tools = [
    tool({
      name: 'look',
      description: 'Looks out of the window and tells at length what is there.',
      parameters: z.object({ direction: z.string().nullish() }),
      execute: () => look(round++),
    }),
  ]
  return new Agent({ name: 'Scout', model, tools })
}

export function itemsOf(messages: readonly PlainMessage[]): AgentInputItem[] {
  return messages.map(({ role, content }) =>
    role === 'user'
      ? { role, content }
      : { role, status: 'completed', content: [{ type: 'output_text', text: content }] },
  )
}

/** A request as the runner makes it, with nothing beside its input. */
export function requestOf(input: ModelRequest['input'], fields: Partial<ModelRequest> = {}): ModelRequest {
  return { input, modelSettings: {}, tools: [], handoffs: [], outputType: 'text', tracing: false, ...fields }
}

/** Reads a stream to its end. */
export async function drain(events: AsyncIterable<StreamEvent>): Promise<void> {
  for await (const _ of events);
}
