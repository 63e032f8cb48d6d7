import OpenAI from 'openai'
import OpenAI6 from 'openai-v6'
import { type FailsAt, faultyFetch, type Wire } from './faulty-fetch.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { turnsIn } from './turns.ts'

const messages = turnsIn<OpenAI.Chat.ChatCompletionMessageParam>({
  user: (content) => ({ role: 'user', content }),
  calls: (id, asked) => ({
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: JSON.stringify({ asked }) } }],
  }),
  result: (tool_call_id, content) => ({ role: 'tool', tool_call_id, content }),
})

const items = turnsIn<OpenAI.Responses.ResponseInputItem>({
  user: (content) => ({ role: 'user', content }),
  calls: (call_id, asked) => ({
    ...{ type: 'function_call', call_id, name: 'look', arguments: JSON.stringify({ asked }) },
  }),
  result: (call_id, output) => ({ type: 'function_call_output', call_id, output }),
})

const usage = { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 }
const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const delta = (content: string): string =>
  event({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })

const wire: Wire = {
  listOf: ({ messages: list, input }) => list ?? input,
  json: {
    ...{ id: 'c', object: 'chat.completion', output: [], usage },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }],
  },
  events: [delta('Do'), delta('ne.'), 'data: [DONE]\n\n'],
  failing: event({ error: { message: 'overloaded' } }),
  busy: { error: { message: 'overloaded' } },
  tooLong: {
    error: { message: 'too long', code: 'context_length_exceeded', type: 'invalid_request_error' },
  },
}

interface Asked {
  readonly failsAt?: FailsAt
  readonly maxRetries?: number
  readonly options?: object
  readonly Client?: typeof OpenAI
}

/** The real client, whose own hook is a port, and which waits for nothing before it tries again. */
function bind(
  seam: FaultySeam,
  options: object,
  { failsAt, maxRetries = 0, Client: Base = OpenAI }: Asked,
): OpenAI {
  class Client extends Base {
    protected override prepareOptions(): Promise<void> {
      return seam.asked(seam.signal, 'hook')
    }
  }
  Object.assign(Client.prototype, { calculateDefaultRetryTimeoutMillis: () => 0 })
  const fetch = faultyFetch(seam, wire, failsAt)
  return seam.library.boundOpenAI(new Client({ apiKey: 'none', maxRetries, fetch }), seam.bounds, options)
}

const asking =
  (asked: Asked, ask: (client: OpenAI, seam: FaultySeam, signal?: AbortSignal) => Promise<unknown>) =>
  (seam: FaultySeam, options: SeamOptions): Ask => {
    const client = bind(seam, { ...options, ...asked.options }, asked)
    return async (signal) => {
      try {
        return await ask(client, seam, signal)
      } catch (error) {
        // The client makes an error of its own of what the provider says, whether it could read that or not.
        throw seam.saidBy(error)
      }
    }
  }

const chat = (asked: Asked = {}) =>
  asking(asked, (client, _, signal) => client.chat.completions.create({ model: 'm', messages }, { signal }))

const chatStream = (asked: Asked = {}) =>
  asking(asked, async (client, _, signal) => {
    const stream = await client.chat.completions.create({ model: 'm', messages, stream: true }, { signal })
    for await (const _ of stream);
    // An aborted stream ends as if it were complete.
    signal?.throwIfAborted()
  })

/** Options that come later, as the client takes them. */
const later = asking({}, (client, seam, signal) => {
  const options = { body: { model: 'm', messages }, signal: signal ?? null }
  return client.post('/chat/completions', seam.asked(signal, 'options').then(() => options) as never) // as said
})

const breakingOff = asking({}, async (client, seam, signal) => {
  const asked = client.chat.completions.create({ model: 'm', messages, stream: true }, { signal })
  const reader = (await asked.asResponse()).body?.getReader()
  await seam.library.untilAborted(reader?.read(), signal)
  await seam.library.untilAborted(reader?.cancel('enough'), signal)
})

const response = (asked: Asked, held: object = {}) =>
  asking(asked, (client, _, signal) =>
    client.responses.create({ model: 'm', input: items, ...held }, { signal }),
  )

const unreadable = asking({}, (client, _, signal) =>
  client.chat.completions.create({ model: 'm', messages: 'none' as never }, { signal }),
)

const held = { previous_response_id: 'response' }
const passed = { options: { serverHeld: 'pass' } }
const fails: Driving = { script: 'fails' }
const ports = /^model|^chunk|^cancel|^leases\.(commit|release)/
const tooLong: Driving = { script: 'finds its first list too long' }
const tolerated: Driving = { script: 'fails once', tolerates: /model|chunk/ }

const scenario = (name: string, open: ReturnType<typeof asking>, driving?: Driving): HostScenario =>
  hostScenario(`openai, ${name}`, open, driving)

export const openaiScenarios: readonly HostScenario[] = [
  scenario('a chat', chat()),
  scenario('a chat of major 6', chat({ Client: OpenAI6 as never }), { ports }), // the same client, one major before
  scenario('a chat whose options come later', later, { ports: /^options/ }),
  scenario('a chat that fails', chat(), fails),
  scenario('a chat whose answer breaks off', chat({ failsAt: 'stream' }), fails),
  scenario('a chat that the client tries again', chat({ maxRetries: 1 }), tolerated),
  scenario('a chat that is too long', chat(), tooLong),
  scenario('a chat with a run of its own', chat(), { by: 'plimsoll' }),
  scenario('a chat with nothing that bounds', chat(), { by: 'nothing' }),
  scenario('a chat without a list', unreadable, { isRefused: true }),
  scenario('a chat that is streamed', chatStream()),
  scenario('a stream that breaks', chatStream({ failsAt: 'stream' }), fails),
  scenario('a stream that says that it fails', chatStream({ failsAt: 'event' }), fails),
  scenario('a stream with a run of its own', chatStream(), { by: 'plimsoll' }),
  scenario('a stream to a reader who breaks off', breakingOff, { delivers: false, ports }),
  scenario('a response', response({}), { ports }),
  scenario('a response from what the server holds', response({}, held), { isRefused: true }),
  scenario('a response from what the server may hold', response(passed, held), { passes: true }),
]
