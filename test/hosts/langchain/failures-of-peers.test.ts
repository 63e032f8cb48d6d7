import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { ClearToolUsesEdit, contextEditingMiddleware, createAgent } from 'langchain'
import { createPlimsoll, kibibytes, type Reducer, recommended } from 'plimsoll'
import { langchain } from 'plimsoll/dialects/langchain'
import { boundMiddleware } from 'plimsoll/langchain'
import { summarize } from 'plimsoll/reducers'
import { describe, expect, test } from 'vitest'
import { lookTool, summarizing } from './connect.ts'
import { call, lengthOf, ScriptedModel } from './scripted-model.ts'

// What happens here where the framework alone fails. The numbers are those of the failures that were seen in peers.
const secret = '401 key sk-live-123 rejected'
const long = [...Array(12)].flatMap((_, turn) => [
  new HumanMessage(`Question ${turn}: ${'q'.repeat(300)}`),
  new AIMessage(`Answer ${turn}: ${'a'.repeat(300)}`),
])
const conversation = [...long, new HumanMessage('And now?')]

describe('where summarizationMiddleware alone fails', () => {
  test('1: a summary model that fails takes the history with it; here nothing is lost and its words go nowhere', async () => {
    const theirs = await summarizeWith(new ScriptedModel({ answers: [new Error(secret)] }))
    expect(theirs.state.map(({ text }) => text).join()).not.toContain('Question 0')
    expect(theirs.state[0]?.text).toContain(secret)
    expect(theirs.sent[0]?.[0]?.text).toContain(secret)

    const ours = await boundWith(() => Promise.reject(new Error(secret)))
    expect(ours.state.slice(0, conversation.length).map(({ text }) => text)).toEqual(textsOf(conversation))
    expect(textsOf(ours.sent[0]).join()).not.toContain(secret)
    expect(lengthOf(ours.sent[0] ?? [])).toBeLessThanOrEqual(kibibytes(4))
  })

  test('2: a summary of 200,000 characters is sent; here it is rejected', async () => {
    const inflated = 's'.repeat(200_000)
    const theirs = await summarizeWith(new ScriptedModel({ answers: [new AIMessage(inflated)] }))
    expect(lengthOf(theirs.sent[0] ?? [])).toBeGreaterThan(200_000)

    const ours = await boundWith(({ units }) => ({
      summaries: [{ over: [1, units.length - 2], text: inflated }],
    }))
    expect(lengthOf(ours.sent[0] ?? [])).toBeLessThanOrEqual(kibibytes(4))
  })

  test('3: the first user message is deleted after 100 tool rounds, unread; here it is sent', async () => {
    const rounds = [...Array(100)].flatMap((_, round) => exchange(`call_${round}`, 'r'.repeat(200)))
    const messages = [new HumanMessage('The task of the day.'), ...rounds, new HumanMessage('Go on.')]
    const small = new ScriptedModel({ answers: [new AIMessage('A summary.')] })
    const theirs = await summarizeWith(small, messages)
    expect(textsOf(small.requests[0]).join()).not.toContain('The task of the day.')
    expect(textsOf(theirs.state).join()).not.toContain('The task of the day.')

    const ours = await boundWith(undefined, messages)
    expect(ours.sent[0]?.[0]?.text).toBe('The task of the day.')
    expect(lengthOf(ours.sent[0] ?? [])).toBeLessThanOrEqual(kibibytes(4))
  })

  test('4: a dollar sign in a text splices the prompt into itself; here the summariser reads what was written', async () => {
    const text = "It costs $' and $` or $&."
    const messages = [new HumanMessage(text), ...conversation]
    const small = new ScriptedModel({ answers: [new AIMessage('A summary.')] })
    await summarizeWith(small, messages, 100_000)
    expect(small.requests[0]?.[0]?.text).not.toContain(text)

    const asked: string[] = []
    const reducer = summarize({
      generate: ({ prompt }) => {
        asked.push(prompt)
        return 'A summary.'
      },
    })
    await boundWith(reducer, [new HumanMessage('Begin.'), ...messages])
    expect(asked.join()).toContain(text)
  })
})

describe('where contextEditingMiddleware alone fails', () => {
  test('5: stored results are cleared for good; here the checkpoint keeps them', async () => {
    const messages = [...Array(8)].flatMap((_, round) => exchange(`call_${round}`, `${round}`.repeat(900)))
    const edits = [new ClearToolUsesEdit({ trigger: { tokens: 100 }, keep: { messages: 3 } })]
    for (const [middleware, kept] of [
      [contextEditingMiddleware({ edits }), false],
      [boundMiddleware(plimsollOf()), true],
    ] as const) {
      const model = new ScriptedModel({ answers: [new AIMessage('Done.')] })
      const checkpointer = new MemorySaver()
      const agent = createAgent({
        model,
        tools: [lookTool(() => 'seen')],
        middleware: [middleware],
        checkpointer,
      })
      const config = { configurable: { thread_id: 'one' } }
      await agent.invoke({ messages: [new HumanMessage('Begin.'), ...messages] }, config)
      const { values } = await agent.graph.getState(config)
      expect(textsOf(values.messages).includes('0'.repeat(900))).toBe(kept)
      expect(lengthOf(model.requests[0] ?? [])).toBeLessThanOrEqual(kibibytes(4))
    }
  })

  test('6: one result of a megabyte is sent whole; here it is not', async () => {
    const messages = [new HumanMessage('Look.'), ...exchange('call_1', 'x'.repeat(1_000_000))]
    const edits = [new ClearToolUsesEdit({ trigger: { tokens: 100 }, keep: { messages: 3 } })]
    const model = new ScriptedModel({ answers: [new AIMessage('Done.')] })
    await createAgent({ model, middleware: [contextEditingMiddleware({ edits })] }).invoke({ messages })
    expect(lengthOf(model.requests[0] ?? [])).toBeGreaterThan(1_000_000)

    const ours = await boundWith(undefined, messages)
    expect(lengthOf(ours.sent[0] ?? [])).toBeLessThanOrEqual(kibibytes(4))
    expect(ours.sent[0]?.map(({ type }) => type)).toEqual(['human', 'ai', 'tool'])
    expect(ours.state[2]?.text).toHaveLength(1_000_000)
  })
})

describe('where trimMessages alone fails', () => {
  const run = plimsollOf().openRun({ dialect: langchain<BaseMessage>() })
  const tokenCounter = lengthOf

  test('7: a system message above the limit leaves a list of nothing; here it is refused', async () => {
    const messages = [new SystemMessage('s'.repeat(5_000)), new HumanMessage('Hi.')]
    const trimmed = await trimMessages(messages, {
      maxTokens: kibibytes(4),
      tokenCounter,
      includeSystem: true,
      strategy: 'last',
    })
    expect(trimmed).toEqual([undefined])

    await expect(run.dispatch(messages, () => expect.fail('it is sent'))).rejects.toMatchObject({
      outcome: 'irreducible',
    })
  })

  test('8: a result is kept without its call; here the two of a parallel call stay or go together', async () => {
    const results = ['p1', 'p2'].map((id) => result(id, 'r'.repeat(1_500)))
    const messages = [
      new HumanMessage('h'.repeat(1_500)),
      call('p1', 'p2'),
      ...results,
      new HumanMessage('Go on.'),
    ]
    const trimmed = await trimMessages(messages, {
      maxTokens: 2_000,
      tokenCounter,
      strategy: 'last',
      startOn: ['human', 'tool'],
    })
    expect(trimmed.map((message) => Reflect.get(message, 'tool_call_id'))).toEqual(['p2', undefined])

    const sent = await run.dispatch(messages, (list) => list)
    expect(sent.map((message) => Reflect.get(message, 'tool_call_id'))).toEqual([
      undefined,
      undefined,
      'p1',
      'p2',
      undefined,
    ])
    expect(lengthOf(sent)).toBeLessThanOrEqual(kibibytes(4))
  })
})

function plimsollOf(upstreamReducer?: Reducer<unknown>) {
  return createPlimsoll(
    recommended({
      hardLimitBytes: kibibytes(4),
      recentMessageRetentionCount: 2,
      ...(upstreamReducer && { upstreamReducer }),
    }),
  )
}

async function summarizeWith(
  small: ScriptedModel,
  messages: BaseMessage[] = conversation,
  trimTokensToSummarize = 4_000,
) {
  const model = new ScriptedModel({ answers: [new AIMessage('Done.')] })
  const middleware = summarizing(small, trimTokensToSummarize)
  const { messages: state } = await createAgent({ model, middleware: [middleware] }).invoke({ messages })
  return { state, sent: model.requests }
}

async function boundWith(reducer?: Reducer<unknown>, messages: BaseMessage[] = conversation) {
  const model = new ScriptedModel({ answers: [new AIMessage('Done.')] })
  const middleware = boundMiddleware(plimsollOf(reducer))
  const { messages: state } = await createAgent({ model, middleware: [middleware] }).invoke({ messages })
  return { state, sent: model.requests }
}

function exchange(id: string, text: string): BaseMessage[] {
  return [call(id), result(id, text)]
}

function result(id: string, content: string): ToolMessage {
  return new ToolMessage({ tool_call_id: id, name: 'look', content })
}

function textsOf(messages: readonly BaseMessage[] = []): string[] {
  return messages.map(({ text }) => text)
}
