import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, Run } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { brokenConversations, conversations } from '../support/chat-arbitraries.ts'
import { compose } from '../support/compose.ts'

type Message = OpenAIChatMessage
type Draft = Record<string, unknown>

/** What a host may do to its list between two calls. Places are taken modulo what is there. */
type Edit =
  | { readonly does: 'append'; readonly messages: readonly Message[] }
  | { readonly does: 'truncate' | 'replace' | 'duplicate' | 'remove'; readonly at: number }
  | { readonly does: 'swap'; readonly at: number; readonly other: number }
  | { readonly does: 'set'; readonly at: number; readonly field: string; readonly value: unknown }
  | { readonly does: 'setInside'; readonly at: number; readonly value: string }
  | { readonly does: 'rebuild' | 'nothing' }

const place = fc.nat({ max: 40 })
const value = fc.constantFrom<unknown>(
  '',
  'ok',
  'edited',
  null,
  [{ type: 'text', text: 'part' }],
  7,
  undefined,
)
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .oneof(conversations, brokenConversations)
      .map((messages) => ({ does: 'append', messages: messages.slice(0, 5) }) as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('truncate', 'replace', 'duplicate', 'remove'), at: place }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('swap'), at: place, other: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('set'),
      at: place,
      field: fc.constantFrom('content', 'role', 'tool_call_id', 'name', 'cache_control', 'unknown'),
      value: fc.oneof(value, fc.constantFrom('user', 'assistant', 'tool', 'system', 'a', '0')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('setInside'),
      at: place,
      value: fc.constantFrom('a', '0', '{'),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom('rebuild', 'nothing').map((does) => ({ does })) },
)

const settings = fc.record({
  hardLimitBytes: fc.integer({ min: 40, max: 2_000 }),
  recentMessageRetentionCount: fc.nat({ max: 3 }),
  pinFirstUserMessage: fc.boolean(),
  onBrokenSequence: fc.constantFrom('pass', 'repair', 'terminate'),
  elideOlderResults: fc.boolean(),
  relief: fc.constantFrom([], ['elide', 'shrinkRetention']),
  upstreamReducer: fc.constantFrom<HybridProfile<Message>['upstreamReducer']>(
    dropOldest(),
    ({ messages }) => messages.slice(-2),
    ({ units }) => ({ summaries: [{ over: [0, Math.max(0, units.length - 2)], text: 'short' }] }),
  ),
  hostFunctions: fc.constantFrom<Partial<HybridProfile<Message>>>(
    {},
    {},
    { classifier: ({ text }) => (text === 'ok' ? 'optionalContext' : undefined) },
    { pin: ({ text, index }) => text === 'ok' && index > 1 },
  ),
})
const timeoutMs = 60_000
const providers = fc.constantFrom('compatible', 'openai', 'mistral', 'gemini', 'anthropic')

const itemAt = (list: readonly Message[], at: number): Draft | undefined =>
  list[at % Math.max(1, list.length)] as Draft | undefined // hosts' fields are as free

function apply(list: readonly Message[], edit: Edit): readonly Message[] {
  switch (edit.does) {
    case 'nothing':
      return list
    case 'append':
      return [...list, ...edit.messages]
    case 'rebuild':
      return structuredClone(list) as Message[] // as a host that keeps JSON does
    case 'swap': {
      const swapped = [...list]
      const [one, other] = [edit.at % Math.max(1, list.length), edit.other % Math.max(1, list.length)]
      return swapped.map((message, at) => list[at === one ? other : at === other ? one : at] ?? message)
    }
    case 'set': {
      const item = itemAt(list, edit.at)
      if (item && edit.value === undefined) delete item[edit.field]
      else if (item) item[edit.field] = edit.value
      return list
    }
    case 'setInside': {
      const calls = itemAt(list, edit.at)?.['tool_calls']
      for (const call of Array.isArray(calls) ? calls : []) {
        if (edit.value === '{') call.function.arguments = edit.value
        else call.id = edit.value
      }
      return list
    }
    default: {
      const at = edit.at % Math.max(1, list.length)
      const item = list[at]
      if (!item) return list
      if (edit.does === 'truncate') return list.slice(0, at + 1)
      if (edit.does === 'remove') return list.toSpliced(at, 1)
      return edit.does === 'replace' ? list.with(at, { ...item }) : [...list, item]
    }
  }
}

/** What is sent, as the host's own messages by their place and the others by their content; or why nothing is. */
async function outcomeOf(run: Run<Message>, list: readonly Message[]): Promise<unknown> {
  try {
    const call = await run.assemble(list)
    await call.commit()
    const sent = call.messages.map((message) => (list.includes(message) ? list.indexOf(message) : message))
    return { sent, diagnostics: call.diagnostics }
  } catch (error) {
    const { code, problem, outcome, reason, finalSize, index } = error as Record<string, unknown> // ours
    return { code, problem, outcome, reason, finalSize, index }
  }
}

test.prop(
  [fc.oneof(conversations, brokenConversations), fc.array(edits, { maxLength: 10 }), settings, providers],
  {
    numRuns: 150,
  },
)(
  'a run answers each call as a run does that saw none before',
  async (opening, steps, options, provider) => {
    const { hostFunctions, ...profile } = options
    const plimsoll = compose({ ...profile, ...hostFunctions } as Partial<HybridProfile<Message>>)
    const dialect = openaiChat({ provider })
    await using run = plimsoll.openRun({ dialect })
    let list: readonly Message[] = opening
    for (const step of [{ does: 'nothing' } as const, ...steps]) {
      list = apply(list, step)
      await using fresh = plimsoll.openRun({ dialect })
      expect(await outcomeOf(run, list)).toEqual(await outcomeOf(fresh, list))
    }
  },
  timeoutMs,
)

test.prop([fc.oneof(conversations, brokenConversations), fc.array(edits, { maxLength: 6 }), settings], {
  numRuns: 50,
})(
  'two conversations that take turns in one run don’t mix',
  async (opening, steps, options) => {
    const { hostFunctions, ...profile } = options
    const plimsoll = compose({ ...profile, ...hostFunctions } as Partial<HybridProfile<Message>>)
    await using run = plimsoll.openRun({ dialect: openaiChat() })
    const other: readonly Message[] = [...opening].reverse()
    let list: readonly Message[] = opening
    for (const step of steps) {
      list = apply(list, step)
      const both = await Promise.all([outcomeOf(run, list), outcomeOf(run, other)])
      await using fresh = plimsoll.openRun({ dialect: openaiChat() })
      expect(both).toEqual([await outcomeOf(fresh, list), await outcomeOf(fresh, other)])
    }
  },
  timeoutMs,
)
