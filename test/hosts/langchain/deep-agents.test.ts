import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { createDeepAgent } from 'deepagents'
import { createPlimsoll, findPlimsollError, kibibytes, type PlimsollError, recommended } from 'plimsoll'
import { boundChatModel, boundMiddleware } from 'plimsoll/langchain'
import { describe, expect, test } from 'vitest'
import { rejection } from '../openai/rejection.ts'
import { lookTool } from './connect.ts'
import { call, lengthOf, ScriptedModel } from './scripted-model.ts'

type DeepAgentOptions = NonNullable<Parameters<typeof createDeepAgent>[0]>

const limit = kibibytes(64)
// Its own prompt and tools take the greater part of what is sent.
const result = 'x'.repeat(12_000)

describe('an agent of deepagents', () => {
  test('exceeds the limit without a bound, and stays within it with one, on each of its rounds', async () => {
    const bare = await loopOfFive({})
    expect(bare.sizes.at(-1)).toBeGreaterThan(5 * result.length)

    const events: string[] = []
    const run = plimsollOf().openRun({ report: ({ type }) => void events.push(type) })
    const bounded = await loopOfFive({ middleware: [boundMiddleware(run)] })
    expect(bounded.sizes).toHaveLength(6)
    expect(events.filter((type) => type === 'assembly.composed')).toHaveLength(6)
    expect(Math.max(...bounded.sizes)).toBeLessThan(bare.sizes.at(-1) ?? 0)
    expect(run.metrics()).toMatchObject({ refusalCount: 0 })
    expect(texts(bounded.messages)).toEqual(texts(bare.messages))
  })

  test('has sub-agents whose calls go through runs of their own', async () => {
    const agents = new Set<string | null>()
    const run = plimsollOf().openRun({
      identity: { agentId: 'main' },
      report: ({ agentId, parentAgentId }) => void agents.add(`${parentAgentId}/${agentId}`),
    })
    const child = run.child({ agentId: 'looker' })
    const model = new ScriptedModel({
      answers: [task('looker'), new AIMessage('Seen.'), new AIMessage('Done.')],
    })
    const agent = createDeepAgent({
      model,
      middleware: [boundMiddleware(run)],
      subagents: [
        {
          name: 'looker',
          description: 'Looks.',
          systemPrompt: 'Look.',
          middleware: [boundMiddleware(child)],
        },
      ],
    })
    const { messages } = await agent.invoke({ messages: 'Look.' })
    expect(messages.at(-1)?.text).toBe('Done.')
    expect([...agents].sort()).toEqual(['main/looker', 'null/main'])
  })

  test('has a sub-agent for general purposes that only a bounded model reaches', async () => {
    for (const [seam, composed] of [
      ['middleware', 2],
      ['model', 3],
    ] as const) {
      const events: string[] = []
      const plimsoll = plimsollOf()
      const options = { report: ({ type }: { readonly type: string }) => void events.push(type) }
      const answers = [task('general-purpose'), new AIMessage('Seen.'), new AIMessage('Done.')]
      const model = new ScriptedModel({ answers })
      const parts =
        seam === 'model'
          ? { model: boundChatModel(model, plimsoll, options) }
          : { model, middleware: [boundMiddleware(plimsoll, options)] }
      await createDeepAgent(parts).invoke({ messages: 'Look.' })
      expect(model.requests).toHaveLength(3)
      expect(events.filter((type) => type === 'assembly.composed')).toHaveLength(composed)
    }
  })

  test('is refused once, and nothing leaves', async () => {
    const refusals: PlimsollError[] = []
    const bound = boundMiddleware(plimsollOf(), { onRefusal: (error) => refusals.push(error) })
    const model = new ScriptedModel({ answers: [new AIMessage('never')] })
    const agent = createDeepAgent({ model, middleware: [bound] })
    // Its own eviction of long user turns begins at 50,000 tokens.
    const error = await rejection(agent.invoke({ messages: 'p'.repeat(limit) }))
    expect(refusals).toEqual([findPlimsollError(error)])
    expect(model.requests).toEqual([])
  })
})

function plimsollOf() {
  return createPlimsoll(recommended({ hardLimitBytes: limit, recentMessageRetentionCount: 2, relief: [] }))
}

async function loopOfFive(options: Partial<DeepAgentOptions>) {
  const rounds = [...Array(5)].map((_, round) => call(`call_${round}`))
  const model = new ScriptedModel({ answers: [...rounds, new AIMessage('Done.')] })
  const agent = createDeepAgent({ model, tools: [lookTool(() => result)], ...options } as DeepAgentOptions) // the parts of one
  const { messages } = await agent.invoke({ messages: 'Look five times.' })
  return { messages, sizes: model.requests.map(lengthOf) }
}

function task(subagent_type: string): AIMessage {
  const args = { description: 'Look for me.', subagent_type }
  return new AIMessage({ content: '', tool_calls: [{ id: 'task_1', name: 'task', args }] })
}

function texts(messages: readonly BaseMessage[]): string[] {
  return messages.map(({ text }) => text)
}
