import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import {
  AssemblyTerminatedError,
  type BoundedCall,
  type HybridProfile,
  type Reducer,
  type ReductionMemory,
  reductionMemory,
} from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { brokenConversations, conversations, demandSets } from '../support/chat-arbitraries.ts'
import { compose } from '../support/compose.ts'
import type { RawMessage } from '../support/dispatch-reading.ts'
import { rawSize } from '../support/dispatch-size.ts'
import { findFaults } from '../support/independent-checker.ts'
import { user } from '../support/messages.ts'
import { rulesThat } from '../support/snapshot-of.ts'
import { summarise } from './remembering.ts'

type Message = OpenAIChatMessage
type List = readonly Message[]

/** What happens to a history between two calls. Places are taken modulo its length. */
type Change =
  | { readonly does: 'append'; readonly messages: List }
  | { readonly does: 'insert' | 'edit' | 'remove' | 'truncate' | 'swap' | 'rebuild'; readonly at: number }

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: conversations.map((messages) => ({ does: 'append', messages }) as const),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('insert', 'edit', 'remove', 'truncate', 'swap', 'rebuild'),
      at: fc.nat(40),
    }),
  },
)

function change(list: List, step: Change): List {
  if (step.does === 'append') return [...list, ...step.messages]
  const at = list.length === 0 ? 0 : step.at % list.length
  switch (step.does) {
    case 'insert':
      return [...list.slice(0, at), user(`inserted ${step.at}`), ...list.slice(at)]
    case 'edit':
      return list.map((message, index) => (index === at ? edited(message) : message))
    case 'remove':
      return list.filter((_, index) => index !== at)
    case 'truncate':
      return list.slice(0, at + 1)
    case 'swap':
      return list.map(
        (message, index) => (index === at ? list[at + 1] : index === at + 1 ? list[at] : message) ?? message,
      )
    case 'rebuild':
      return list.map((message) => structuredClone(message))
  }
}

function edited(message: Message): Message {
  return typeof message.content === 'string' && !message.content.startsWith('artifact:')
    ? ({ ...message, content: `${message.content}!` } as Message) // of the same role
    : message
}

const settings = fc.record({
  demands: demandSets,
  retention: fc.nat(3),
  limit: fc.integer({ min: 60, max: 1_200 }),
  target: fc.constantFrom(0.4, 0.7, 1),
  reducer: fc.constantFrom('drops', 'summarises', 'does nothing', 'elides'),
  elideOlderResults: fc.boolean(),
  omissionNotice: fc.boolean(),
})
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never

const reducers: Readonly<Record<string, Reducer<Message>>> = {
  drops: dropOldest(),
  summarises: summarise('So it was.'),
  'does nothing': () => ({}),
  elides: ({ units, messages }) => ({
    elide: units.flatMap(({ entries, required }) =>
      required ? [] : entries.filter((place) => messages[place]?.role === 'tool'),
    ),
  }),
}

function dialectOf({ demands }: Settings) {
  return { ...openaiChat(), rules: rulesThat(...demands) }
}

async function call(
  list: List,
  chosen: Settings,
  options: { readonly memory?: ReductionMemory; readonly upstreamReducer: Reducer<Message> },
): Promise<BoundedCall<Message> | null> {
  const profile: Partial<HybridProfile<Message>> = {
    hardLimitBytes: chosen.limit,
    triggerMarginBytes: Math.floor(chosen.limit / 5),
    compactionTarget: chosen.target,
    recentMessageRetentionCount: chosen.retention,
    elideOlderResults: chosen.elideOlderResults,
    omissionNotice: chosen.omissionNotice,
    upstreamReducer: options.upstreamReducer,
  }
  const run = compose(profile).openRun({
    dialect: dialectOf(chosen),
    ...(options.memory ? { memory: options.memory } : {}),
  })
  try {
    return await run.assemble(Object.freeze([...list]))
  } catch (error) {
    if (!AssemblyTerminatedError.isInstance(error)) throw error
    return null
  } finally {
    await run.close()
  }
}

test.prop(
  [fc.oneof(conversations, brokenConversations), fc.array(changes, { minLength: 1, maxLength: 6 }), settings],
  {
    numRuns: 600,
  },
)(
  'whatever the history does between calls, what is sent is valid, within the limit, and what a reducer could have said',
  async (first, steps, chosen) => {
    const memory = reductionMemory()
    const upstreamReducer = reducers[chosen.reducer] ?? dropOldest()
    let list: List = first
    for (const step of [{ does: 'rebuild', at: 0 } as const, ...steps]) {
      list = change(list, step)
      // A compaction item stands for itself, whatever thinking comes before it: the second opinion joins the two.
      fc.pre(!list.some(({ reasoning_content: thinks }, at) => thinks && isCompaction(list[at + 1])))
      const bounded = await call(list, chosen, { memory, upstreamReducer })
      if (!bounded?.diagnostics) continue
      const { messages: sent, diagnostics } = bounded
      const claim = { original: list, sent, demands: chosen.demands, retention: chosen.retention }
      expect(findFaults({ ...claim, pinFirstUserMessage: false })).toEqual([])
      expect(diagnostics.finalSize).toBe(sizeOf(sent))
      expect(diagnostics.finalSize).toBeLessThanOrEqual(chosen.limit)
      if (diagnostics.stages.includes('reductionReplayed')) await expectSayable(list, sent, chosen)
    }
  },
  60_000,
)

function isCompaction(message: Message | undefined): boolean {
  return JSON.stringify(message?.content ?? null).includes('"compaction"')
}

// A reducer that is given the list says what was sent, in a call that remembers nothing. Notices can't be said by one.
async function expectSayable(list: List, sent: List, chosen: Settings): Promise<void> {
  if (sent.some(({ content }) => notices.some((notice) => String(content).startsWith(notice)))) return
  const upstreamReducer: Reducer<Message> = ({ messages }) =>
    sent
      .filter(({ content }) => !String(content).startsWith(ledger))
      .map((message) => messages[list.indexOf(message)] ?? message)
  const bounded = await call(list, { ...chosen, elideOlderResults: false }, { upstreamReducer })
  expect(bounded?.diagnostics?.rejections).toEqual([])
  expect(bounded?.diagnostics?.finalSize).toBe(sizeOf(sent))
}

function sizeOf(list: List): number {
  return list.reduce((sum, message) => sum + rawSize(message as unknown as RawMessage), 0) // any field
}

const notices = ['[tool result left out', '[earlier messages were left out'] as const
const ledger = 'References from earlier messages'
