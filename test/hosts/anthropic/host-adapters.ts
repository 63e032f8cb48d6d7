import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { boundAnthropic } from 'plimsoll/anthropic'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
  Mode,
  PlainMessage,
} from '../../contracts/host-contract-adapter.ts'

type Loop = (client: Anthropic, asked: Asked) => Promise<LoopResult>

interface Asked {
  readonly messages: readonly PlainMessage[]
  readonly mode: Mode
  readonly signal: AbortSignal | undefined
  readonly look: (round: number) => string
  readonly thinks: boolean
}

const name = 'look'
const description = 'Looks out of the window and tells at length what is there.'
const schema = { type: 'object' as const, properties: { direction: { type: 'string' as const } } }

/** Messages through a loop of the caller's, and through the client's own with the whole list in each request. */
export const anthropicAdapters: readonly HostAdapter[] = [
  adapterOf('Messages', ownLoop, {
    generate: '`create()` rejects with our own instance',
    stream: '`create({ stream: true })` the same; `stream()` with an `AnthropicError`, ours is its `cause`',
  }),
  adapterOf('tool runner', runTools, {
    generate: '`toolRunner()`, awaited or iterated, rejects with our own instance',
    stream: '`toolRunner({ stream: true })` with an `AnthropicError`, ours is its `cause`',
  }),
]

function adapterOf(title: string, loop: Loop, surfaces: HostAdapter['surfaces']): HostAdapter {
  return {
    title: `anthropic 1, ${title}`,
    entry: 'plimsoll/anthropic',
    surfaces,
    gaps: {},
    absent: {},
    serverHeldFound: 'anthropicThread',
    connect: (setup) => connect(loop, setup),
  }
}

function connect(loop: Loop, { url, bounds, look, thinks }: HostSetup): HostConnection {
  const bare = new Anthropic({ apiKey: 'none', baseURL: url })
  const client = bounds ? bind(bare, bounds) : bare
  return {
    loop: (messages, mode, signal) => loop(client, { messages, mode, signal, look, thinks }),
    breakOff: async (messages) => {
      const stream = await client.messages.create({ ...requestOf(messages, false), stream: true })
      for await (const event of stream) if (event.type === 'content_block_delta') break
    },
    boundAgain: async () => bounds && bind(client, bounds),
    goOnFrom: (messageId) => {
      const thread = { type: 'continue' as const, previous_message_id: messageId }
      const messages = [{ role: 'user' as const, content: 'Go on.' }]
      return client.beta.messages.create({ ...requestOf(messages, false), thread })
    },
  }
}

async function ownLoop(
  client: Anthropic,
  { messages, mode, signal, look, thinks }: Asked,
): Promise<LoopResult> {
  const history: Anthropic.MessageParam[] = [...messages]
  const tools = [{ name, description, input_schema: schema }]
  for (let round = 0; ; round += 1) {
    const request = { ...requestOf(history, thinks), tools }
    const { role, content } =
      mode === 'generate'
        ? await client.messages.create(request, { signal })
        : await client.messages.stream(request, { signal }).finalMessage()
    history.push({ role, content })
    const calls = content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return { text: textOf(content), history }
    const results = calls.map(({ id }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: look(round),
    }))
    history.push({ role: 'user', content: results })
  }
}

async function runTools(
  client: Anthropic,
  { messages, mode, signal, look, thinks }: Asked,
): Promise<LoopResult> {
  let round = 0
  const tool = betaTool({ name, description, inputSchema: schema, run: () => look(round++) })
  const request = { ...requestOf(messages, thinks), tools: [tool], thread: false as const }
  const options = signal ? { signal } : {}
  if (mode === 'generate') {
    const runner = client.beta.messages.toolRunner({ ...request, stream: false }, options)
    return { text: textOf((await runner.runUntilDone()).content), history: runner.params.messages }
  }
  const runner = client.beta.messages.toolRunner({ ...request, stream: true }, options)
  for await (const stream of runner) await stream.finalMessage()
  return { text: textOf((await runner.done()).content), history: runner.params.messages }
}

function requestOf<M>(messages: readonly M[], thinks: boolean) {
  const request = { model: 'claude-opus-5', max_tokens: 2_048, messages: [...messages] }
  return thinks ? { ...request, thinking: { type: 'enabled' as const, budget_tokens: 1_024 } } : request
}

function textOf(content: readonly (Anthropic.ContentBlock | Anthropic.Beta.BetaContentBlock)[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function bind(client: Anthropic, bounds: NonNullable<HostSetup['bounds']>): Anthropic {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundAnthropic(client, bounds) : boundAnthropic(client, bounds)
}
