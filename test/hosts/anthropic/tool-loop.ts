import type Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { model } from './connect.ts'

/** One way of running a tool loop to its end; answers the whole history. */
export interface ToolLoop {
  readonly title: string
  /** Whether it is told of an error by a stream helper of the client, which wraps what isn't its own. */
  readonly wraps: boolean
  run(client: Anthropic, look: () => string): Promise<readonly unknown[]>
}

const description = 'Looks out of the window and tells at length what is there.'
const inputSchema = { type: 'object' as const, properties: { direction: { type: 'string' as const } } }

const request = {
  model,
  max_tokens: 2_048,
  temperature: 0.5,
  system: 'Answer shortly.',
  metadata: { user_id: 'somebody' },
}
const opening: readonly Anthropic.MessageParam[] = [
  { role: 'user', content: 'What is the weather like?' },
  { role: 'assistant', content: 'Mild.' },
  { role: 'user', content: 'Look around.' },
]

/** A script of tool rounds, and an answer. */
export function rounds(count: number): ScriptedTurn[] {
  return [
    ...Array.from({ length: count }, (_, round) => ({ calls: [{ id: `toolu_${round}`, name: 'look' }] })),
    { text: 'done' },
  ]
}

export const toolLoops: readonly ToolLoop[] = [
  { title: 'messages.create', wraps: false, run: (client, look) => ownLoop(client, look, create) },
  { title: 'messages.stream', wraps: true, run: (client, look) => ownLoop(client, look, stream) },
  { title: 'beta.messages.toolRunner', wraps: false, run: (client, look) => toolRunner(client, look, false) },
  {
    title: 'beta.messages.toolRunner, streaming',
    wraps: true,
    run: (client, look) => toolRunner(client, look, true),
  },
]

type Send = (
  client: Anthropic,
  params: Anthropic.MessageCreateParamsNonStreaming,
) => Promise<Anthropic.Message>

const create: Send = (client, params) => client.messages.create(params)
const stream: Send = (client, params) => client.messages.stream(params).finalMessage()

async function ownLoop(client: Anthropic, look: () => string, send: Send): Promise<readonly unknown[]> {
  const tools = [{ name: 'look', description, input_schema: inputSchema }]
  const messages = [...opening]
  for (;;) {
    const { role, content, stop_reason: reason } = await send(client, { ...request, tools, messages })
    messages.push({ role, content })
    if (reason !== 'tool_use') return messages
    const calls = content.filter((block) => block.type === 'tool_use')
    messages.push({
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: look() })),
    })
  }
}

async function toolRunner(
  client: Anthropic,
  look: () => string,
  streams: boolean,
): Promise<readonly unknown[]> {
  const tool = betaTool({ name: 'look', description, inputSchema, run: look })
  const params = { ...request, tools: [tool], messages: [...opening], thread: false as const }
  if (!streams) {
    const runner = client.beta.messages.toolRunner({ ...params, stream: false })
    await runner.runUntilDone()
    return runner.params.messages
  }
  const runner = client.beta.messages.toolRunner({ ...params, stream: true })
  for await (const round of runner) await round.finalMessage()
  return runner.params.messages
}
