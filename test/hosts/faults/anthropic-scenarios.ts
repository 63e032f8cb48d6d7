import Anthropic from '@anthropic-ai/sdk'
import { type FailsAt, faultyFetch, type Wire } from './faulty-fetch.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { streamOf } from './stream-of.ts'
import { turnsIn } from './turns.ts'

const messages = turnsIn<Anthropic.MessageParam>({
  user: (content) => ({ role: 'user', content }),
  calls: (id, asked) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'look', input: { asked } }],
  }),
  result: (tool_use_id, content) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id, content }],
  }),
})

const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', usage: { input_tokens: 7 } }
const request = { model: 'm', max_tokens: 64, messages }
const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
const text = { type: 'text_delta', text: 'Done.' }
const overloaded = { error: { type: 'overloaded_error', message: 'overloaded' } }

const wire: Wire = {
  listOf: ({ messages: list }) => list,
  json: { ...message, content: [{ type: 'text', text: 'Done.' }] },
  events: [
    event('message_start', { message: { ...message, content: [] } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      event('content_block_delta', { index: 0, delta: text }) +
      event('message_stop', {}),
  ],
  failing: event('error', overloaded),
  busy: { type: 'error', ...overloaded },
  tooLong: {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 205000 tokens > 200000 maximum',
    },
  },
}

interface Asked {
  readonly failsAt?: FailsAt
  readonly maxRetries?: number
  readonly options?: object
  readonly fetch?: (seam: FaultySeam) => typeof fetch
}

/** The real client, which waits for nothing before it tries again. */
class Client extends Anthropic {}
Object.assign(Client.prototype, { calculateDefaultRetryTimeoutMillis: () => 0 })

const asking =
  (asked: Asked, ask: (client: Anthropic, seam: FaultySeam, signal?: AbortSignal) => Promise<unknown>) =>
  (seam: FaultySeam, options: SeamOptions): Ask => {
    const { failsAt, maxRetries = 0, fetch = (given) => faultyFetch(given, wire, failsAt) } = asked
    const bare = new Client({ apiKey: 'none', maxRetries, fetch: fetch(seam) })
    const client = seam.library.boundAnthropic(bare, seam.bounds, { ...options, ...asked.options })
    return async (signal) => {
      try {
        return await ask(client, seam, signal)
      } catch (error) {
        // The client makes an error of its own of what the provider says, whether it could read that or not.
        throw seam.saidBy(error)
      }
    }
  }

const whole = (asked: Asked = {}) =>
  asking(asked, (client, _, signal) => client.messages.create(request, { signal }))

const streamed = (asked: Asked = {}) =>
  asking(asked, async (client, _, signal) => {
    const stream = await client.messages.create({ ...request, stream: true }, { signal })
    for await (const _ of stream);
    // An aborted stream ends as if it were complete.
    signal?.throwIfAborted()
  })

const breakingOff = asking({}, async (client, seam, signal) => {
  const asked = client.messages.create({ ...request, stream: true }, { signal })
  const reader = (await asked.asResponse()).body?.getReader()
  await seam.library.untilAborted(reader?.read(), signal)
  await seam.library.untilAborted(reader?.cancel('enough'), signal)
})

/** A body that comes bit by bit, as callers may give it. */
const inPieces = asking({}, (client, seam, signal) => {
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (const piece of [JSON.stringify(request)]) {
      await seam.asked(signal, 'body')
      yield Buffer.from(piece)
    }
  }
  const body = streamOf(pieces(), () => Promise.resolve())
  return client.post('/v1/messages', { body, signal: signal ?? null })
})

/** An answer whose body is of another make than the platform's. */
const ofAnotherMake = whole({
  fetch: (seam) => async (_, init) => {
    const answer = await faultyFetch(seam, wire)(_, init)
    return Object.defineProperty(new Response(await answer.text(), answer), 'body', { value: {} })
  },
})

const threaded = (options: object = {}) =>
  asking({ options }, (client, _, signal) => {
    const thread = { type: 'continue' as const, previous_message_id: 'message' }
    return client.beta.messages.create({ ...request, thread }, { signal })
  })

const fails: Driving = { script: 'fails' }
const ports = /^model|^chunk|^cancel|^leases\.(commit|release)/
const tooLong: Driving = { script: 'finds its first list too long' }
const tolerated: Driving = { script: 'fails once', tolerates: /model|chunk/ }

const scenario = (name: string, open: ReturnType<typeof asking>, driving?: Driving): HostScenario =>
  hostScenario(`anthropic, ${name}`, open, driving)

export const anthropicScenarios: readonly HostScenario[] = [
  scenario('a message', whole()),
  scenario('a message that fails', whole(), fails),
  scenario('a message that can not be sent', whole({ failsAt: 'fetch' }), fails),
  scenario('a message that breaks off', whole({ failsAt: 'stream' }), fails),
  scenario('a message that the client tries again', whole({ maxRetries: 1 }), tolerated),
  scenario('a message that is too long', whole(), tooLong),
  scenario('a message with a run of its own', whole(), { by: 'plimsoll' }),
  scenario('a message with nothing that bounds', whole(), { by: 'nothing' }),
  scenario('a message whose request comes in pieces', inPieces, { ports: /^body/ }),
  scenario('a message in a body of another make', ofAnotherMake, { ports }),
  scenario('a message from what the server holds', threaded(), { isRefused: true }),
  scenario('a message from what the server may hold', threaded({ serverHeld: 'pass' }), { passes: true }),
  scenario('a stream', streamed()),
  scenario('a stream that breaks', streamed({ failsAt: 'stream' }), fails),
  scenario('a stream that says that it fails', streamed({ failsAt: 'event' }), fails),
  scenario('a stream that is too long', streamed(), tooLong),
  scenario('a stream with a run of its own', streamed(), { by: 'plimsoll' }),
  scenario('a stream to a reader who breaks off', breakingOff, { delivers: false, ports }),
]
