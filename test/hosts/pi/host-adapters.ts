import type { Agent, AgentMessage } from '@mariozechner/pi-agent-core'
import { boundContext, boundStream } from 'plimsoll/pi'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  Mode,
} from '../../contracts/host-contract-adapter.ts'
import {
  type Asked,
  askAgent,
  lookTool,
  modelAt,
  modelSays,
  type StreamFunction,
  streamSimple,
  userSays,
} from './agents.ts'

type Bounds = NonNullable<HostSetup['bounds']>
type Bound = Pick<Asked, 'streamFn' | 'transformContext' | 'listener'>

const earlyBreak =
  'pi reads the rest of the stream by itself, and the call is committed when the answer is complete'
const retries = 'it tries nothing again; the client beneath it sends the same list again'
const serverHeld = 'its requests hold the whole list'

/** pi's agent with a bounded stream function, and with a bounded context. */
export const piAdapters: readonly HostAdapter[] = [
  {
    title: 'pi 0.73, bounded stream',
    entry: 'plimsoll/pi',
    surfaces: {
      generate:
        'the last message of the agent has our message as `errorMessage`, and our own instance as `cause`',
      stream: 'the message of `message_end` and `turn_end`, in the same way',
    },
    gaps: { earlyBreak },
    absent: { retries, serverHeld },
    connect: (setup) => connect(setup, (bounds) => ({ streamFn: bindStream(streamSimple, bounds) })),
  },
  {
    title: 'pi 0.73, bounded context with its overhead',
    entry: 'plimsoll/pi',
    surfaces: {
      generate:
        "the last message of the agent and the agent's `errorMessage` have our message; `onRefusal` hears our own instance",
      stream: 'the message of `agent_end`, in the same way',
    },
    gaps: {
      earlyBreak: 'it sees the calls of agents alone',
      refusal: 'refuses, but the agent keeps the message alone; `onRefusal` hears our own instance',
      alreadyWrapped: 'a second bound is not seen from there',
    },
    absent: { retries, serverHeld },
    connect: (setup) => connect(setup, bindContext),
  },
]

function connect({ url, bounds, look, thinks }: HostSetup, bind: (bounds: Bounds) => Bound): HostConnection {
  const model = modelAt(url, thinks)
  const bound = bounds ? bind(bounds) : {}
  return {
    loop: async (messages, mode, signal) => {
      let round = 0
      const tools = [lookTool(() => look(round++))]
      const given = messages.map(({ role, content }) =>
        role === 'user' ? userSays(content) : modelSays(content, model),
      )
      return resultOf(...(await askWatched({ ...bound, model, tools, messages: given, signal })), mode)
    },
    breakOff: async (messages) => {
      const { streamFn = streamSimple } = bound
      const context = { messages: messages.map(({ content }) => userSays(content)) as never[] } // of users
      for await (const event of await streamFn(model, context, { apiKey: 'none' }))
        if (event.type === 'text_delta') break
    },
    boundAgain: async () => {
      const { streamFn } = bound
      if (bounds && streamFn) bindStream(streamFn, bounds)
    },
    goOnFrom: async () => undefined,
  }
}

/** Runs an agent and notes the messages that its events end with. */
async function askWatched(asked: Asked): Promise<[Agent, readonly AgentMessage[]]> {
  const ended: AgentMessage[] = []
  const agent = await askAgent({
    ...asked,
    listener: async (event, signal) => {
      if (event.type === 'message_end') ended.push(event.message)
      await asked.listener?.(event, signal)
    },
  })
  return [agent, ended]
}

/** Rejects with the last message where it is one that failed: an agent throws nothing itself. */
function resultOf({ state }: Agent, ended: readonly AgentMessage[], mode: Mode): LoopResult {
  const last = (mode === 'stream' ? ended : state.messages).at(-1)
  if (state.errorMessage !== undefined) throw last
  const content = last?.role === 'assistant' ? last.content : []
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    history: state.messages.map((message) => ({ ...message, timestamp: 0, responseId: '' })),
  }
}

function bindStream(streamFn: StreamFunction, bounds: Bounds): StreamFunction {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundStream(streamFn, bounds) : boundStream(streamFn, bounds)
}

function bindContext(bounds: Bounds): Bound {
  const { name, description, parameters } = lookTool(() => '')
  const overhead = [name, description, JSON.stringify({ ...parameters, required: [] })]
  // The overloads tell a run from a plimsoll; an adapter takes either.
  const { transformContext, onEvent } =
    'openRun' in bounds ? boundContext(bounds, { overhead }) : boundContext(bounds, { overhead })
  return { transformContext, listener: onEvent }
}
