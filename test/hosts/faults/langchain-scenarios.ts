import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { createAgent } from 'langchain'
import type { ModelCall } from '../../../src/hosts/langchain/model-call.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { turnsIn } from './turns.ts'

const messages = turnsIn<BaseMessage>({
  user: (text) => new HumanMessage(text),
  calls: (id, asked) => new AIMessage({ content: '', tool_calls: [{ id, name: 'look', args: { asked } }] }),
  result: (tool_call_id, content) => new ToolMessage({ tool_call_id, content }),
})

interface Options {
  readonly signal?: AbortSignal
}

/** A chat model of the framework that asks ports. */
class FaultyModel extends BaseChatModel {
  readonly seam: () => FaultySeam

  constructor(seam: FaultySeam) {
    super({})
    // The framework writes its models down for whoever traces them.
    this.seam = () => seam
  }

  override _llmType(): string {
    return 'scripted'
  }

  override _generate(given: BaseMessage[], { signal }: Options): Promise<ChatResult> {
    const message = new AIMessage('Done.')
    return this.seam().answer(given, signal, { generations: [{ text: 'Done.', message }] })
  }

  override bindTools(): this {
    return this
  }
}

/** The same, which streams its answer. */
class FaultyStreamingModel extends FaultyModel {
  override async *_streamResponseChunks(
    given: BaseMessage[],
    { signal }: Options,
  ): AsyncGenerator<ChatGenerationChunk> {
    const seam = this.seam()
    const made = seam.try(given, signal)
    await seam.asked(signal)
    if (made.failure === 'is too long') throw seam.tooLong
    for await (const text of seam.parts(made, ['Do', 'ne', '.']))
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) })
  }
}

interface Asked {
  readonly options?: object
  /** What the server holds, as an option of a call. */
  readonly held?: object
}

const invoking =
  ({ options, held }: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const model = seam.library.boundChatModel(new FaultyModel(seam), seam.bounds, { ...given, ...options })
    return (signal) => model.invoke(messages, { ...held, ...(signal && { signal }) })
  }

const streaming =
  ({ options, held, breaksOff = false }: Asked & { readonly breaksOff?: boolean } = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const bare = new FaultyStreamingModel(seam)
    const model = seam.library.boundChatModel(bare, seam.bounds, { ...given, ...options })
    return async (signal) => {
      for await (const _ of await model.stream(messages, { ...held, ...(signal && { signal }) }))
        if (breaksOff) break
    }
  }

/** The framework's own agent. */
function inAgent(seam: FaultySeam, options: SeamOptions): Ask {
  const middleware = [seam.library.boundMiddleware(seam.bounds, options)] as never // of the framework's own type
  const agent = createAgent({ model: new FaultyModel(seam), tools: [], middleware })
  const input = { messages } as never // a state, which the agent's type hides behind its middlewares
  return (signal) => agent.invoke(input, (signal ? { signal } : {}) as never)
}

/** What the agent calls, with a model that is made when it is asked for. */
const inMiddleware =
  ({ options, held = {} }: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const middleware = seam.library.boundMiddleware(seam.bounds, { ...given, ...options })
    const bare = new FaultyModel(seam)
    return (signal) => {
      const model = { _getModelInstance: () => seam.asked(signal, 'instance').then(() => bare) }
      const call: ModelCall = { model, messages, modelSettings: held, runtime: { signal } }
      return middleware.wrapModelCall(
        call,
        (sent) => bare.invoke([...sent.messages] as BaseMessage[], signal ? { signal } : {}), // of the same classes
      )
    }
  }

const previous = { held: { previous_response_id: 'response' } }
const passed = { ...previous, options: { serverHeld: 'pass' } }
const fails: Driving = { script: 'fails' }
const ended: Driving = { endsWhenAborted: true, tolerates: /model|chunk/ }
const ports = /^model|^chunk|^leases\.(commit|release)/
const tooLong: Driving = { script: 'finds its first list too long' }

const scenario = (name: string, open: typeof inAgent, driving?: Driving): HostScenario =>
  hostScenario(`langchain, ${name}`, open, driving)

export const langchainScenarios: readonly HostScenario[] = [
  scenario('a chat model', invoking()),
  scenario('a chat model that fails', invoking(), fails),
  scenario('a chat model that finds a list too long', invoking(), tooLong),
  scenario('a chat model with a run for each call', invoking(), { by: 'plimsoll' }),
  scenario('a chat model with nothing that bounds', invoking(), { by: 'nothing' }),
  scenario('a chat model from what the server holds', invoking(previous), { isRefused: true }),
  scenario('a chat model from what the server may hold', invoking(passed), { passes: true }),
  scenario('a stream', streaming()),
  scenario('a stream that breaks', streaming(), fails),
  scenario('a stream that an abort ends as if it were complete', streaming(), ended),
  scenario('a stream that is too long', streaming(), tooLong),
  scenario('a stream with a run for each call', streaming(), { by: 'plimsoll' }),
  scenario('a stream with nothing that bounds', streaming(), { by: 'nothing' }),
  scenario('a stream from what the server holds', streaming(previous), { isRefused: true }),
  scenario('a stream to a reader who breaks off', streaming({ breaksOff: true }), { delivers: false, ports }),
  scenario('an agent', inAgent, { ports }),
  scenario('a middleware', inMiddleware()),
  scenario('a middleware of a model that fails', inMiddleware(), fails),
  scenario('a middleware of a model that finds a list too long', inMiddleware(), tooLong),
  scenario('a middleware with a run for each call', inMiddleware(), { by: 'plimsoll' }),
  scenario('a middleware with nothing that bounds', inMiddleware(), { by: 'nothing' }),
  scenario('a middleware from what the server holds', inMiddleware(previous), { isRefused: true }),
  scenario('a middleware from what the server may hold', inMiddleware(passed), { passes: true }),
]
