import { BaseLlm, type LlmRequest, type LlmResponse } from '@google/adk'
import { askAgent, type Content } from '../google-adk/agents.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { turnsIn } from './turns.ts'

const contents = turnsIn<Content>({
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  calls: (id, asked) => ({ role: 'model', parts: [{ functionCall: { id, name: 'look', args: { asked } } }] }),
  result: (id, output) => ({
    role: 'user',
    parts: [{ functionResponse: { id, name: 'look', response: { output } } }],
  }),
})

const says = (text: string): Content => ({ role: 'model', parts: [{ text }] })
const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 1, totalTokenCount: 8 }
const whole = [{ content: says('Done.'), finishReason: 'STOP', usageMetadata }] as LlmResponse[] // an enum of strings
const parts = [{ content: says('Do'), partial: true }, { content: says('ne.'), partial: true }, ...whole]

/** An LLM of ADK that asks ports. */
class FaultyLlm extends BaseLlm {
  readonly #seam: FaultySeam
  readonly #streamed: readonly LlmResponse[]
  readonly #failing: LlmResponse | undefined

  constructor(seam: FaultySeam, { streamed = parts, failing }: Asked) {
    super({ model: 'scripted' })
    this.#seam = seam
    this.#streamed = streamed
    this.#failing = failing
  }

  override async *generateContentAsync(
    { contents: list }: LlmRequest,
    streams?: boolean,
    signal?: AbortSignal,
  ) {
    const seam = this.#seam
    const made = seam.try(list, signal)
    await seam.asked(signal)
    if (made.failure === 'is too long') throw seam.tooLong
    if (made.failure && !streams) throw seam.refusal
    yield* seam.parts(made, streams ? this.#streamed : whole, this.#failing)
  }

  override connect(): Promise<never> {
    return Promise.reject(new Error('it is not live'))
  }
}

interface Asked {
  readonly options?: object
  readonly streams?: boolean
  readonly streamed?: readonly LlmResponse[]
  /** Stands in the place of a part where the script fails. */
  readonly failing?: LlmResponse
  readonly previousInteractionId?: string
  readonly breaksOff?: boolean
}

const running =
  (asked: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const model = seam.library.boundLlm(new FaultyLlm(seam, asked), seam.bounds, {
      ...given,
      ...asked.options,
    })
    const { streams = false, previousInteractionId, breaksOff = false } = asked
    return async (signal) => {
      const { events, errors } = await askAgent({
        ...{ model, contents, streams, signal },
        breaksAt: () => breaksOff,
        config: {
          beforeModelCallback: ({ request }) => {
            delete request.config?.systemInstruction
            Object.assign(request, previousInteractionId && { previousInteractionId })
            return undefined
          },
        },
      })
      if (errors.length > 0) throw errors[0]
      if (events.some(({ errorCode }) => errorCode !== undefined)) throw seam.refusal
      // What is aborted ends without an error.
      signal?.throwIfAborted()
    }
  }

const streams = { streams: true }
const unfinished = { ...streams, streamed: parts.slice(0, 2) }
const failing = { ...streams, failing: { errorCode: 'OVERLOADED', errorMessage: 'overloaded' } }
const previous = { previousInteractionId: 'interaction' }
const passed = { ...previous, options: { serverHeld: 'pass' } }
const fails: Driving = { script: 'fails' }
const ended: Driving = { endsWhenAborted: true, tolerates: /model|chunk/ }
const ports = /^model|^chunk|^leases\.(commit|release)/
const tooLong: Driving = { script: 'finds its first list too long' }

const scenario = (name: string, open: ReturnType<typeof running>, driving?: Driving): HostScenario =>
  hostScenario(`google-adk, ${name}`, open, driving)

export const googleAdkScenarios: readonly HostScenario[] = [
  scenario('a response', running()),
  scenario('a response that fails', running(), fails),
  scenario('a response that is too long', running(), tooLong),
  scenario('a response with a run of its own', running(), { by: 'plimsoll' }),
  scenario('a response with nothing that bounds', running(), { by: 'nothing' }),
  scenario('a response from what the server holds', running(previous), { isRefused: true }),
  scenario('a response from what the server may hold', running(passed), { passes: true }),
  scenario('a stream', running(streams)),
  scenario('a stream that breaks', running(streams), fails),
  scenario('a stream that says that it fails', running(failing), fails),
  scenario('a stream that ends without a reason', running(unfinished), { ports }),
  scenario('a stream that an abort ends as if it were complete', running(streams), ended),
  scenario('a stream that is too long', running(streams), tooLong),
  scenario('a stream with a run of its own', running(streams), { by: 'plimsoll' }),
  scenario('a stream to a reader who breaks off', running({ ...streams, breaksOff: true }), {
    ...{ delivers: false, ports },
  }),
]
