import { Agent, type AgentInputItem, type Model, type ModelRequest, type StreamEvent } from '@openai/agents'
import { quietRunner, requestOf } from '../openai-agents/sdk.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { turnsIn } from './turns.ts'

const input = turnsIn<AgentInputItem>({
  user: (content) => ({ role: 'user', content }),
  calls: (callId, asked) => ({
    ...{ type: 'function_call', callId, name: 'look', status: 'completed' },
    arguments: JSON.stringify({ asked }),
  }),
  result: (callId, text) => ({
    ...{ type: 'function_call_result', callId, name: 'look', status: 'completed' },
    output: { type: 'text' as const, text },
  }),
})

const output = [
  {
    ...{ type: 'message', role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: 'Done.' }],
  },
]
const usage = { inputTokens: 7, outputTokens: 1, totalTokens: 8 }
const events = [
  { type: 'response_started' },
  { type: 'output_text_delta', delta: 'Done.' },
  { type: 'response_done', response: { id: 'r', usage, output } },
]

/** A model that asks ports. */
function modelOf(seam: FaultySeam, streamed = events): Model {
  const model = {
    getResponse: ({ input: list, signal }: ModelRequest) =>
      seam.answer(list as readonly AgentInputItem[], signal, { usage: { ...usage, add: () => {} }, output }),
    async *getStreamedResponse({ input: list, signal }: ModelRequest) {
      const made = seam.try(list as readonly AgentInputItem[], signal) // never a text here
      await seam.asked(signal)
      if (made.failure === 'is too long') throw seam.tooLong
      yield* seam.parts(made, streamed)
    },
  }
  return model as unknown as Model // as far as it is asked
}

interface Asked {
  readonly options?: object
  readonly streams?: boolean
  /** Whether the runner asks a provider for the model by its name. */
  readonly isNamed?: boolean
  readonly previousResponseId?: string
}

const running =
  ({ options, streams = false, isNamed = false, previousResponseId }: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const all = { ...given, ...options }
    const bare = modelOf(seam)
    const provider = { getModel: () => seam.asked(seam.signal, 'provider').then(() => bare) }
    const modelProvider = seam.library.boundModelProvider(provider, seam.bounds, all)
    const model = isNamed ? 'script' : seam.library.boundAgentsModel(bare, seam.bounds, all)
    const runner = quietRunner({ modelProvider })
    const agent = new Agent({ name: 'Scout', model })
    return async (signal) => {
      const more = { ...(signal && { signal }), ...(previousResponseId && { previousResponseId }) }
      if (!streams) return runner.run(agent, input, more)
      const result = await runner.run(agent, input, { ...more, stream: true })
      await result.completed
      // What is aborted is a result as well.
      if (result.cancelled) throw seam.host.reason
      return undefined
    }
  }

/** Without the runner: the reader breaks off behind the first event, or the stream ends without an answer in it. */
const readingAlone =
  (breaksOff: boolean) =>
  (seam: FaultySeam, options: SeamOptions): Ask => {
    const model = seam.library.boundAgentsModel(
      modelOf(seam, breaksOff ? events : events.slice(0, 2)),
      seam.bounds,
      options,
    )
    return async (signal) => {
      const streamed: AsyncIterable<StreamEvent> = model.getStreamedResponse(
        requestOf(input, signal ? { signal } : {}),
      )
      for await (const _ of streamed) if (breaksOff) break
    }
  }

const previous = { previousResponseId: 'response' }
const passed = { ...previous, options: { serverHeld: 'pass' } }
const fails: Driving = { script: 'fails' }
const ended: Driving = { endsWhenAborted: true, tolerates: /model|chunk/ }
const ports = /^model|^chunk|^leases\.(commit|release)/
const tooLong: Driving = { script: 'finds its first list too long' }
const streams = { streams: true }

const scenario = (name: string, open: ReturnType<typeof readingAlone>, driving?: Driving): HostScenario =>
  hostScenario(`openai-agents, ${name}`, open, driving)

export const openaiAgentsScenarios: readonly HostScenario[] = [
  scenario('a response', running()),
  scenario('a response of a model that is named', running({ isNamed: true }), { ports: /^provider/ }),
  scenario('a response that fails', running(), fails),
  scenario('a response that is too long', running(), tooLong),
  scenario('a response with a run of its own', running(), { by: 'plimsoll' }),
  scenario('a response with nothing that bounds', running(), { by: 'nothing' }),
  scenario('a response from what the server holds', running(previous), { isRefused: true }),
  scenario('a response from what the server may hold', running(passed), { passes: true }),
  scenario('a stream', running(streams)),
  scenario('a stream that fails', running(streams), fails),
  scenario('a stream that is too long', running(streams), tooLong),
  scenario('a stream with a run of its own', running(streams), { by: 'plimsoll' }),
  scenario('a stream with nothing that bounds', running(streams), { by: 'nothing' }),
  scenario('a stream from what the server holds', running({ ...streams, ...previous }), { isRefused: true }),
  scenario('a stream that an abort ends as if it were complete', readingAlone(false), ended),
  scenario('a response that an abort ends as if it were complete', running(), ended),
  scenario('a stream to a reader who breaks off', readingAlone(true), { delivers: false, ports }),
]
