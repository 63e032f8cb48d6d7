import { boundOpenAI } from 'plimsoll/openai'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  Mode,
  PlainMessage,
} from '../../contracts/host-contract-adapter.ts'
import {
  type ChatMessage,
  type Client,
  clients,
  type OpenAI,
  type Response,
  type ResponseInput,
} from './clients.ts'

const look = {
  name: 'look',
  description: 'Looks out of the window and tells at length what is there.',
  parameters: { type: 'object', properties: { direction: { type: 'string' } } },
}

/** Chat Completions through the client's own tool loop. */
function chatAdapter(client: Client): HostAdapter {
  return {
    title: `${client.title}, Chat Completions`,
    entry: 'plimsoll/openai',
    surfaces: {
      generate:
        '`create()` rejects with our own instance; `runTools()` with an `OpenAIError`, ours is its `cause`',
      stream: 'the same: `create({ stream: true })`; `stream()` and `runTools()`',
    },
    gaps: {},
    absent: { serverHeld: 'the API holds no context' },
    connect: (setup) => connectChat(client, setup),
  }
}

/** Responses through a loop of the caller's. */
function responsesAdapter(client: Client): HostAdapter {
  return {
    title: `${client.title}, Responses`,
    entry: 'plimsoll/openai',
    surfaces: {
      generate: '`create()` rejects with our own instance',
      stream: '`create({ stream: true })` rejects with our own instance; `stream()` as in Chat Completions',
    },
    gaps: {},
    absent: {},
    connect: (setup) => connectResponses(client, setup),
  }
}

export const openaiAdapters: readonly HostAdapter[] = clients.flatMap((client) => [
  chatAdapter(client),
  responsesAdapter(client),
])

function connectChat({ OpenAI }: Client, { url, bounds, look: answer, thinks }: HostSetup): HostConnection {
  const baseURL = thinks ? `${url}/deepseek/v1` : `${url}/v1`
  const bare = new OpenAI({ apiKey: 'none', baseURL })
  const client = bounds ? bind(bare, bounds, thinks) : bare
  const model = thinks ? 'deepseek-chat' : 'gpt-5'
  return {
    loop: async (messages, mode, signal) => {
      if (thinks) return loopChat(client, model, messages, answer)
      let round = 0
      const execute = (): string => answer(round++)
      const tool = { type: 'function', function: { ...look, function: execute, parse: JSON.parse } } as const
      const request = { model, messages: [...messages], tools: [tool] }
      const runner =
        mode === 'stream'
          ? client.chat.completions.runTools({ ...request, stream: true }, { signal })
          : client.chat.completions.runTools(request, { signal })
      return { text: (await runner.finalContent()) ?? '', history: runner.messages }
    },
    breakOff: async (messages) => {
      const stream = await client.chat.completions.create({ model, messages: [...messages], stream: true })
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    },
    boundAgain: async () => bounds && bind(client, bounds, thinks),
    goOnFrom: () => Promise.reject(new Error('Chat Completions holds no context')),
  }
}

/** A loop of the caller's, since the client's own leaves reasoning out of its history. */
async function loopChat(
  client: OpenAI,
  model: string,
  messages: readonly PlainMessage[],
  answer: (round: number) => string,
): Promise<LoopResult> {
  const history: ChatMessage[] = [...messages]
  const tools = [{ type: 'function' as const, function: look }]
  for (let round = 0; ; round += 1) {
    const { choices } = await client.chat.completions.create({ model, messages: history, tools })
    const message = choices[0]?.message
    if (!message) throw new Error('the server answers with a message')
    history.push(message)
    if (!message.tool_calls) return { text: message.content ?? '', history }
    for (const { id } of message.tool_calls) {
      history.push({ role: 'tool', tool_call_id: id, content: answer(round) })
    }
  }
}

function connectResponses({ OpenAI }: Client, { url, bounds, look: answer }: HostSetup): HostConnection {
  const bare = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1` })
  const client = bounds ? bind(bare, bounds, false) : bare
  return {
    loop: (messages, mode, signal) => loopResponses(client, { messages, mode, signal, answer }),
    breakOff: async (messages) => {
      const stream = await client.responses.create({ model: 'gpt-5', input: [...messages], stream: true })
      for await (const event of stream) if (event.type === 'response.output_text.delta') break
    },
    boundAgain: async () => bounds && bind(client, bounds, false),
    goOnFrom: (responseId) =>
      client.responses.create({ model: 'gpt-5', previous_response_id: responseId, input: 'Go on.' }),
  }
}

interface ResponsesLoop {
  readonly messages: readonly PlainMessage[]
  readonly mode: Mode
  readonly signal: AbortSignal | undefined
  readonly answer: (round: number) => string
}

async function loopResponses(client: OpenAI, loop: ResponsesLoop): Promise<LoopResult> {
  // One array for all rounds, as many callers have it.
  const history: ResponseInput = [...loop.messages]
  for (let round = 0; ; round += 1) {
    const response = await ask(client, history, loop)
    history.push(...(response.output as ResponseInput)) // items go back as they came
    const calls = response.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) return { text: response.output_text, history }
    for (const { call_id } of calls) {
      history.push({ type: 'function_call_output', call_id, output: loop.answer(round) })
    }
  }
}

async function ask(client: OpenAI, input: ResponseInput, { mode, signal }: ResponsesLoop): Promise<Response> {
  const tool = { type: 'function', strict: false, ...look } as const
  const request = { model: 'gpt-5', store: false, input, tools: [tool] }
  if (mode === 'generate') return client.responses.create(request, { signal })
  return client.responses.stream(request, { signal }).finalResponse()
}

function bind(client: OpenAI, bounds: NonNullable<HostSetup['bounds']>, thinks: boolean): OpenAI {
  const options = { provider: thinks ? 'deepseek' : 'openai' } as const
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundOpenAI(client, bounds, options) : boundOpenAI(client, bounds, options)
}
