import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { AssemblyTerminatedError, createPlimsoll, recommended } from '../../src/index.ts'
import { corpusFiles, readCorpus } from '../support/rule-server/corpus.ts'
import { IssuedContent } from '../support/rule-server/issued-content.ts'
import { post } from '../support/rule-server/post.ts'
import type { RuleProfile } from '../support/rule-server/rule.ts'
import { rulesOfProfile } from '../support/rule-server/rules/rules-of-profile.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { fieldsOf, listOf, textOf } from '../support/rule-server/wire.ts'

type Messages = readonly OpenAIChatMessage[]

/** Of a conversation's size; the last is above it. */
const shares = [1 / 20, 1 / 8, 1 / 4, 1 / 2, 2]

interface Reader {
  readonly provider: 'openai' | 'mistral' | 'deepseek'
  readonly profile: RuleProfile
  readonly model: string
  /** The part of a conversation that is a request of this provider. */
  readonly listOf: (messages: Messages) => Messages
  /** What the provider's client does to a list on its way out. */
  readonly toWire: (messages: Messages) => Messages
  /** Demands that conversations of the corpus break when they come in, and that no repair mends yet. */
  readonly unmended: readonly string[]
}

const readers: readonly Reader[] = [
  {
    provider: 'openai',
    profile: 'openai-chat',
    model: 'gpt-5',
    listOf: (messages) => messages,
    toWire: (messages) => messages,
    unmended: [],
  },
  {
    provider: 'mistral',
    profile: 'mistral',
    model: 'mistral-large-latest',
    listOf: withoutLastAnswer,
    toWire: (messages) => messages.map(withShortIds),
    unmended: ['noEmptyAssistant', 'noUserAfterToolResult'],
  },
  {
    provider: 'deepseek',
    profile: 'deepseek',
    model: 'deepseek-chat',
    listOf: (messages) => messages,
    toWire: (messages) => messages,
    unmended: ['callIdsUniqueInList', 'noEmptyAssistant'],
  },
]

let server: RuleServer
beforeAll(async () => {
  server = await startRuleServer()
})
afterAll(() => server.close())

describe.each(readers)('what is sent to $provider of the corpus', (reader) => {
  test('is accepted, but for lists that came in broken and are said to be', async () => {
    const unmended = new Map<string, Set<string>>()
    const counts = { accepted: 0, refused: 0, notSent: 0, acceptedThoughSaidBroken: 0 }
    for (const name of corpusFiles()) {
      const messages = reader.listOf(messagesOf(name))
      for (const dispatched of await dispatchedLists(messages, reader)) {
        if (dispatched === null) {
          counts.notSent += 1
          continue
        }
        const refusedBy = await refusalOf(dispatched.messages, reader)
        if (refusedBy === null) {
          counts.accepted += 1
          if (!dispatched.isValid) counts.acceptedThoughSaidBroken += 1
          continue
        }
        counts.refused += 1
        const where = `${name} at ${dispatched.share}: ${refusedBy}`
        expect(dispatched.isValid, `${where} is not known to Plimsoll`).toBe(false)
        expect(breaks(messages, refusedBy, reader), `${where} was kept when it came in`).toBe(true)
        unmended.set(refusedBy, (unmended.get(refusedBy) ?? new Set()).add(name.replace('.json', '')))
      }
    }
    const listing = [...unmended].map(([demand, names]) => `  ${demand}: ${[...names].join(', ')}`)
    process.stdout.write(
      [`Corpus at ${reader.provider}: ${JSON.stringify(counts)}`, ...listing, ''].join('\n'),
    )
    expect([...unmended.keys()].sort()).toEqual(corpusFiles().length === 0 ? [] : reader.unmended)
  }, 300_000)
})

interface DispatchedList {
  readonly share: number
  readonly messages: Messages
  readonly isValid: boolean | null | undefined
}

// Null for a list that Plimsoll refused to send.
async function dispatchedLists(messages: Messages, { provider }: Reader): Promise<(DispatchedList | null)[]> {
  const size = await sizeOf(messages, provider)
  const lists: (DispatchedList | null)[] = []
  for (const share of shares) {
    const hardLimitBytes = Math.max(1, Math.floor(size * share))
    const run = createPlimsoll(recommended({ hardLimitBytes })).openRun({ dialect: openaiChat({ provider }) })
    try {
      const call = await run.assemble(messages)
      lists.push({ share, messages: call.messages, isValid: call.diagnostics?.finalSequenceValid })
      await call.commit()
    } catch (error) {
      if (!AssemblyTerminatedError.isInstance(error)) throw error
      lists.push(null)
    } finally {
      await run.close()
    }
  }
  return lists
}

async function sizeOf(messages: Messages, provider: Reader['provider']): Promise<number> {
  const plimsoll = createPlimsoll(recommended({ hardLimitBytes: Number.MAX_SAFE_INTEGER }))
  await using run = plimsoll.openRun({ dialect: openaiChat({ provider }) })
  const call = await run.assemble(messages)
  return call.diagnostics?.originalSize ?? 0
}

// The demand of the rule that refused, without the provider's name.
async function refusalOf(messages: Messages, { profile, model, toWire }: Reader): Promise<string | null> {
  const { status } = await post(server, profile, { model, messages: toWire(messages) })
  const refusedBy = server.log.at(-1)?.refusedBy ?? null
  expect(status === 200).toBe(refusedBy === null)
  return refusedBy?.slice(profile.length + 1) ?? null
}

// Whether the list as it came in breaks the same rule.
function breaks(messages: Messages, demand: string, { profile, model, toWire }: Reader): boolean {
  const rule = rulesOfProfile[profile].find(({ demands }) => demands === demand)
  const body = { model, messages: toWire(messages) }
  return rule?.check({ body, model, issued: new IssuedContent() }) !== undefined
}

function messagesOf(name: string): Messages {
  return listOf(fieldsOf(readCorpus('', name))['messages']).map((message) => ({
    ...message,
    role: textOf(message['role']),
  }))
}

// A request of Mistral's ends with a user or a tool message: what the model answered to it is none of it yet.
function withoutLastAnswer(messages: Messages): Messages {
  const last = messages.at(-1)
  const answers = last?.role === 'assistant' && listOf(last.tool_calls).length === 0
  return answers ? withoutLastAnswer(messages.slice(0, -1)) : messages
}

// Mistral's ids have nine letters or digits; a client that takes over another provider's history makes such of them.
function withShortIds(message: OpenAIChatMessage): OpenAIChatMessage {
  const short = (id: unknown): string => createHash('sha256').update(textOf(id)).digest('hex').slice(0, 9)
  return {
    ...message,
    ...(message.tool_call_id !== undefined && { tool_call_id: short(message.tool_call_id) }),
    ...(Array.isArray(message.tool_calls) && {
      tool_calls: listOf(message.tool_calls).map((call) => ({ ...call, id: short(call['id']) })),
    }),
  }
}
