import type { AgentMessage } from '@mariozechner/pi-agent-core'
import { createAssistantMessageEventStream } from '@mariozechner/pi-ai'
import { type Asked, askAgent, modelAt, modelSays, type StreamFunction } from '../pi/agents.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { turnsIn } from './turns.ts'

const model = modelAt('http://127.0.0.1')
const said = modelSays('Done.', model) as Answer // of the model
const messages = turnsIn<AgentMessage>({
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }], timestamp: 0 }),
  calls: (id, asked) => ({
    ...said,
    content: [{ type: 'toolCall', id, name: 'look', arguments: { asked } }],
    stopReason: 'toolUse',
  }),
  result: (toolCallId, text) => ({
    ...{ role: 'toolResult', toolCallId, toolName: 'look', isError: false, timestamp: 0 },
    content: [{ type: 'text', text }],
  }),
})

type Answer = Extract<AgentMessage, { readonly role: 'assistant' }>

/** Where a script that fails does so: before there is a stream, in the stream, or in its result alone. */
type FailsAt = 'call' | 'stream' | 'result'

/** A stream function that asks ports; as pi's own, its stream ends with a message also where it fails. */
function streamOf(seam: FaultySeam, failsAt: FailsAt): StreamFunction {
  return (_, context, options) => {
    const made = seam.try(context.messages, options?.signal)
    return seam.asked(options?.signal).then(() => {
      if (made.failure && failsAt === 'call') throw seam.refusal
      const stream = createAssistantMessageEventStream()
      const fill = async (): Promise<void> => {
        try {
          for await (const event of seam.parts(made, [
            { type: 'start', partial: said } as const,
            { type: 'done', reason: 'stop', message: said } as const,
          ]))
            stream.push(event)
        } catch (cause) {
          const reason = options?.signal?.aborted ? 'aborted' : 'error'
          const error: Answer = { ...said, content: [], stopReason: reason, errorMessage: String(cause) }
          stream.push({
            type: 'error',
            reason,
            error: Object.defineProperty(error, 'cause', { value: cause }),
          })
        }
      }
      void fill()
      // One of somebody's own, for pi's have a message for whatever happens.
      if (made.failure && failsAt === 'result') stream.result = () => Promise.reject(seam.refusal)
      return stream
    })
  }
}

/** Rejects with the last message where it is one that failed: an agent throws nothing itself. */
async function ask(seam: FaultySeam, asked: Omit<Asked, 'model' | 'messages'>): Promise<void> {
  const { state } = await askAgent({ ...asked, model, messages: [...messages] })
  if (state.errorMessage === undefined) return
  const { host } = seam
  const last = state.messages.at(-1)
  if (last?.role === 'assistant' && last.stopReason === 'aborted') throw host.reason
  // Of what was thrown at it, the agent keeps the text.
  throw seam.knownBy(state.errorMessage) ?? last
}

const streaming =
  (failsAt: FailsAt = 'stream') =>
  (seam: FaultySeam, options: SeamOptions): Ask => {
    const streamFn = seam.library.boundStream(streamOf(seam, failsAt), seam.bounds, options)
    return (signal) => ask(seam, { streamFn, signal })
  }

const inContext =
  (failsAt: FailsAt = 'stream') =>
  (seam: FaultySeam, options: SeamOptions): Ask => {
    const { transformContext, onEvent } = seam.library.boundContext(seam.bounds, options)
    const streamFn = streamOf(seam, failsAt)
    return (signal) => ask(seam, { streamFn, transformContext, listener: onEvent, signal })
  }

/** An agent that never comes to send what it was given. */
function unsent(seam: FaultySeam, options: SeamOptions): Ask {
  const { transformContext, onEvent } = seam.library.boundContext(seam.bounds, options)
  return async (signal) => {
    for (let call = 0; call < 2; call += 1) await transformContext([...messages], signal)
    await onEvent({ type: 'agent_end' })
  }
}

const fails: Driving = { script: 'fails' }

const scenario = (name: string, open: ReturnType<typeof streaming>, driving?: Driving): HostScenario =>
  hostScenario(`pi, ${name}`, open, driving)

export const piScenarios: readonly HostScenario[] = [
  scenario('a stream', streaming()),
  scenario('a stream that fails', streaming(), fails),
  scenario('a stream whose result fails', streaming('result'), fails),
  scenario('a stream that never comes', streaming('call'), fails),
  scenario('a stream with a run for each call', streaming(), { by: 'plimsoll' }),
  scenario('a stream with nothing that bounds', streaming(), { by: 'nothing' }),
  scenario('a context', inContext()),
  scenario('a context of a stream that fails', inContext(), fails),
  scenario('a context of a stream that never comes', inContext('call'), fails),
  scenario('a context of an agent that sends nothing', unsent, {
    delivers: false,
    ports: /^leases\.release/,
  }),
  scenario('a context with a run for each call', inContext(), { by: 'plimsoll' }),
  scenario('a context with nothing that bounds', inContext(), { by: 'nothing' }),
]
