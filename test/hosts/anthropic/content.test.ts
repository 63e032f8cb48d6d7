import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import type { AnswerTurn } from '../../support/rule-server/scripted-turn.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect } from './connect.ts'

type Message = Anthropic.Beta.BetaMessageParam

const body = 'x'.repeat(1_000)

describe('thinking with signatures', () => {
  test.each([true, false])(
    'is accepted in every round of a loop that is cut (bounded: %s)',
    async (isBounded) => {
      const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
      const turns = Array.from({ length: 6 }, (_, round): AnswerTurn => {
        const calls = [{ id: `toolu_${round}`, name: 'look' }]
        return { thought: { text: `Thought ${round}.`, signature: `signed-${round}` }, text: 'So.', calls }
      })
      const { client, server } = await connect([...turns, { text: 'done' }], {
        watched: isBounded ? watched : undefined,
      })
      const messages = await thinkInLoop(client)
      expect(server.log.map(({ status }) => status)).toEqual(Array(7).fill(200))
      expect(messages).toHaveLength(14)
      const last = server.log.at(-1)?.request
      const sent = JSON.stringify(last)
      expect(sent.includes('signed-0')).toBe(!isBounded)
      expect(Object(last).messages.slice(-2)).toEqual(messages.slice(-3, -1))
      expect(sent).toContain('"thinking":"Thought 5.","signature":"signed-5"')
      if (isBounded) expect(watched.composed.at(-1)?.outcome).toBe('reduced')
    },
  )
})

describe('a message', () => {
  test('with a cache mark is counted when it is dropped, and the mark stays on those that are kept', async () => {
    const marked = (text: string): Message => ({
      role: 'user',
      content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    })
    const { sent, diagnostics } = await send([
      ...[marked(`one ${body}`), answer(body), marked(`two ${body}`), answer(body)],
      marked('And now?'),
    ])
    expect(diagnostics?.droppedCacheMarkCount).toBe(1)
    expect(sent).toEqual([marked(`two ${body}`), answer(body), marked('And now?')])
  })

  test('with a compaction block stays, as it is', async () => {
    const compaction: Message = {
      role: 'assistant',
      content: [{ type: 'compaction', content: 'Long ago, we met.', encrypted_content: 'sealed' }],
    }
    const { sent } = await send([
      ...[user('Hi.'), compaction, user(`one ${body}`), answer(body), user(`two ${body}`), answer(body)],
      user('And now?'),
    ])
    expect(sent).toContainEqual(compaction)
    expect(sent.length).toBeLessThan(7)
  })

  test('with blocks of a server tool stays or goes as a whole', async () => {
    const searched = (id: string): Message => ({
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id, name: 'web_search', input: { query: id } },
        {
          type: 'web_search_tool_result',
          tool_use_id: id,
          content: [
            { type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: body },
          ],
        },
        { type: 'text', text: 'Found.' },
      ],
    })
    const { sent } = await send(
      ['a', 'b', 'c', 'd'].flatMap((id) => [user(`Search ${id}.`), searched(`srvtoolu_${id}`)]),
      user('And now?'),
    )
    expect(sent.length).toBeLessThan(9)
    expect(JSON.stringify(sent)).toContain('srvtoolu_d')
    for (const message of sent.filter(({ role }) => role === 'assistant'))
      expect(message.content).toHaveLength(3)
  })

  test('with parallel calls stays with all of its results', async () => {
    const exchange = (round: number): Message[] => {
      const ids = [`toolu_${round}_a`, `toolu_${round}_b`]
      return [
        { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })) },
        {
          role: 'user',
          content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(700) })),
        },
      ]
    }
    const { sent, status } = await send([user('Look.'), ...[0, 1, 2, 3].flatMap(exchange)])
    expect(status).toBe(200)
    expect(sent.at(0)).toEqual(user('Look.'))
    expect(sent.slice(-2)).toEqual(exchange(3))
  })

  test('that the provider would refuse is mended for the one request', async () => {
    const messages: Message[] = [
      user('Look.'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_a', name: 'look', input: {} }] },
      user('Never mind.'),
    ]
    const { sent, status, diagnostics } = await send(messages)
    expect(status).toBe(200)
    expect(diagnostics?.repairedEntryCount).toBe(1)
    expect(JSON.stringify(sent)).toContain('tool_result')
    expect(messages).toHaveLength(3)
  })
})

function user(text: string): Message {
  return { role: 'user', content: text }
}

function answer(text: string): Message {
  return { role: 'assistant', content: text }
}

async function send(messages: Message[], ...more: Message[]) {
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false }))
  const { client, server } = await connect([], { watched })
  await client.beta.messages.create({ ...ask(''), messages: [...messages, ...more] })
  const [entry] = server.log
  const sent: Message[] = Object(entry?.request).messages
  return { sent, status: entry?.status, diagnostics: watched.composed[0] }
}

async function thinkInLoop(client: Anthropic): Promise<Anthropic.MessageParam[]> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look around.' }]
  const thinking = { type: 'enabled' as const, budget_tokens: 1_024 }
  for (;;) {
    const reply = await client.messages.create({ ...ask(''), max_tokens: 2_048, thinking, messages })
    messages.push({ role: 'assistant', content: reply.content })
    const calls = reply.content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return messages
    messages.push({
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: body })),
    })
  }
}
