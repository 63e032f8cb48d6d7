import { boundLlm } from 'plimsoll/google-adk'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  PlainMessage,
} from '../../contracts/host-contract-adapter.ts'
import { type Answered, askAgent, LocalGemini, lookTool, modelSays, userSays } from './agents.ts'

/** Google's Agent Development Kit with its own Gemini. */
export const googleAdkAdapters: readonly HostAdapter[] = [
  {
    title: 'Google ADK 2',
    entry: 'plimsoll/google-adk',
    surfaces: {
      generate:
        'an event with `errorCode` and our message as `errorMessage`, stored in the session; ' +
        "a plugin's `onModelErrorCallback` hears our own instance",
      stream: 'in the same way',
    },
    gaps: {},
    absent: { retries: 'it tries nothing again; the client beneath it sends the same list again' },
    serverHeldFound: 'previousInteraction',
    connect,
  },
]

function connect({ url, bounds, look, thinks }: HostSetup): HostConnection {
  const bare = new LocalGemini(url, thinks ? 'gemini-3-pro' : 'gemini-2.5-flash')
  const model = bounds ? bind(bare, bounds) : bare
  return {
    loop: async (messages, mode, signal) => {
      let round = 0
      const tools = [lookTool(() => look(round++))]
      const contents = contentsOf(messages)
      return resultOf(await askAgent({ model, tools, contents, signal, streams: mode === 'stream' }), signal)
    },
    breakOff: async (messages) => {
      const contents = contentsOf(messages)
      await askAgent({ model, contents, streams: true, breaksAt: ({ partial }) => partial === true })
    },
    boundAgain: async () => bounds && bind(model, bounds),
    goOnFrom: async (previousInteractionId) => {
      const config = {
        beforeModelCallback: ({ request }: { request: { previousInteractionId?: string } }) => {
          request.previousInteractionId = previousInteractionId
          return undefined
        },
      }
      resultOf(await askAgent({ model, contents: [userSays('Go on.')], config }), undefined)
    },
  }
}

/** Rejects with what the SDK heard of the model: it throws nothing itself. */
function resultOf({ events, session, errors }: Answered, signal: AbortSignal | undefined): LoopResult {
  if (errors.length > 0) throw errors[0]
  if (signal?.aborted) throw new Error('aborted')
  const last = events.at(-1)?.content?.parts ?? []
  return {
    text: last.map(({ text, thought }) => (thought ? '' : text)).join(''),
    history: session.events.map(({ content }) => content),
  }
}

function contentsOf(messages: readonly PlainMessage[]) {
  return messages.map(({ role, content }) => (role === 'user' ? userSays(content) : modelSays(content)))
}

function bind(llm: LocalGemini, bounds: NonNullable<HostSetup['bounds']>): LocalGemini {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundLlm(llm, bounds) : boundLlm(llm, bounds)
}
