import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { applyPlan } from '../../src/context/apply-plan.ts'
import { candidateUnits } from '../../src/context/candidate-units.ts'
import type { Entry } from '../../src/context/entry.ts'
import { fingerprint } from '../../src/context/fingerprint.ts'
import { insertAdditions } from '../../src/context/insert-additions.ts'
import { readMessages } from '../../src/context/read-messages.ts'
import { lostReferences } from '../../src/context/reference-ledger.ts'
import { verifyProposal } from '../../src/context/verify-proposal.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { brokenConversations, conversations, demandSets } from '../support/chat-arbitraries.ts'
import { countBytes, findFaults } from '../support/independent-checker.ts'
import { assistant, calls, result, system, user } from '../support/messages.ts'
import { rulesThat, snapshotOf, type Taken } from '../support/snapshot-of.ts'

type Message = OpenAIChatMessage
type List = readonly Entry<Message>[]

/** What a reducer may do at a place of its list. */
type Step =
  | {
      readonly does:
        | 'keep'
        | 'drop'
        | 'dropUnit'
        | 'repeat'
        | 'moveForward'
        | 'elide'
        | 'mutate'
        | 'summarise'
        | 'replaceUnit'
    }
  | { readonly does: 'forge'; readonly message: Message }

const plainSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ does: 'keep' } as const) },
  { weight: 1, arbitrary: fc.constant({ does: 'drop' } as const) },
  { weight: 5, arbitrary: fc.constant({ does: 'dropUnit' } as const) },
  { weight: 3, arbitrary: fc.constant({ does: 'replaceUnit' } as const) },
  { weight: 1, arbitrary: fc.constantFrom('repeat', 'moveForward', 'summarise').map((does) => ({ does })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(assistant('forged'), system('forged'), calls('0'), result('0'), result('z'), user(' '))
      .map((message) => ({ does: 'forge', message }) as const),
  },
)
const anySteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: plainSteps },
  { weight: 2, arbitrary: fc.constantFrom('elide', 'mutate').map((does) => ({ does })) },
)

function propose({ entries, snapshot, maker }: Taken, steps: readonly Step[]): List {
  const dropped = new Set<number | undefined>()
  const list: Entry<Message>[] = []
  entries.forEach((entry, at) => {
    const unit = snapshot.grouping.unitOf[at]
    const step = steps[at] ?? { does: 'keep' }
    if (step.does === 'dropUnit' || step.does === 'replaceUnit') {
      if (step.does === 'replaceUnit' && !dropped.has(unit)) list.push(maker.summary('before'))
      dropped.add(unit)
    }
    if (step.does === 'drop' || dropped.has(unit)) return
    if (step.does === 'elide') list.push(maker.elided(entry) ?? entry)
    else if (step.does === 'mutate')
      list.push({
        ...maker.foreign({ ...entry.message, content: 'never said' }),
        form: 'mutated',
        position: at,
      })
    else if (step.does === 'moveForward') list.splice(Math.max(0, list.length - 1), 0, entry)
    else list.push(entry)
    if (step.does === 'repeat') list.push(entry)
    if (step.does === 'summarise') list.push(maker.summary('before'))
    if (step.does === 'forge') list.push(maker.foreign(step.message))
  })
  return list
}

const settings = fc.record({ demands: demandSets, retention: fc.nat(3), pinFirstUserMessage: fc.boolean() })
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never

const withLedger = ({ snapshot, maker, rules }: Taken, list: List): List => {
  const lost = lostReferences(snapshot, list)
  return lost.length === 0 ? list : insertAdditions(list, [maker.ledger(lost)], rules)
}

/** Verdicts of the library and of the checker on a list. */
function judge(original: readonly Message[], taken: Taken, list: List, { demands, ...rest }: Settings) {
  const reasons = verifyProposal(taken.snapshot, list, taken.rules, undefined)
  const sent = list.map(({ message }) => message)
  return { reasons, faults: findFaults({ original, sent, demands, ...rest }) }
}

const take = (messages: readonly Message[], { demands, ...rest }: Settings): Taken =>
  snapshotOf(messages, { ...rest, rules: rulesThat(...demands) })

const histories = fc.oneof(conversations, brokenConversations)
const runs = { numRuns: 400 }

test.prop([histories, settings, fc.array(anySteps, { maxLength: 30 })], runs)(
  'a list that is accepted has no fault in the eyes of the checker',
  (messages, chosen, steps) => {
    const taken = take(messages, chosen)
    const { reasons, faults } = judge(messages, taken, withLedger(taken, propose(taken, steps)), chosen)
    if (reasons.length === 0) expect(faults).toEqual([])
  },
)

test.prop([histories, settings, fc.array(plainSteps, { maxLength: 30 })], runs)(
  'a list without mutated forms is accepted just when the checker finds no fault',
  (messages, chosen, steps) => {
    const taken = take(messages, chosen)
    const { reasons, faults } = judge(messages, taken, withLedger(taken, propose(taken, steps)), chosen)
    expect({ accepted: reasons.length === 0, reasons, faults }).toEqual({
      accepted: faults.length === 0,
      reasons,
      faults,
    })
  },
)

const index = fc.integer({ min: -1, max: 12 })
const plans = fc.record(
  {
    drop: fc.array(index, { maxLength: 6 }),
    elide: fc.array(index, { maxLength: 3 }),
    summaries: fc.array(fc.record({ over: fc.tuple(index, index), text: fc.constantFrom('before', '') }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
)

test.prop([histories, settings, plans], runs)(
  'a plan that is accepted has no fault',
  (messages, chosen, plan) => {
    const taken = take(messages, chosen)
    const { entries } = applyPlan(taken.entries, candidateUnits(taken.snapshot, taken.entries), plan, {
      elide: (entry) => taken.maker.elided(entry),
      summary: (text) => taken.maker.summary(text),
    })
    if (!entries) return
    const { reasons, faults } = judge(messages, taken, withLedger(taken, entries), chosen)
    if (reasons.length === 0) expect(faults).toEqual([])
  },
)

test.prop([histories, settings, fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 20 })], runs)(
  'a list of copies and rebuilt messages that is accepted has no fault, and holds the messages of the host',
  (messages, chosen, picks) => {
    const taken = take(messages, chosen)
    const copies = messages.map((message) => openaiChat().copy(message))
    const answer = picks.flatMap(([place, rebuilds]) => {
      const copy = copies[place]
      return copy ? [rebuilds ? structuredClone(copy) : copy] : []
    })
    const list = readBack(taken, copies, answer)
    const { reasons, faults } = judge(messages, taken, withLedger(taken, list), chosen)
    if (reasons.length === 0) expect(faults).toEqual([])
    expect(list.every(({ message, form }) => form === 'summary' || messages.includes(message))).toBe(true)
  },
)

test.prop([histories, fc.array(fc.boolean(), { maxLength: 30 })], runs)(
  'copies that are returned untouched are read as the very entries',
  (messages, keeps) => {
    const taken = snapshotOf(messages)
    const copies = messages.map((message) => openaiChat().copy(message))
    const kept = taken.entries.filter((_, at) => keeps[at])
    expect(
      readBack(
        taken,
        copies,
        copies.filter((_, at) => keeps[at]),
      ),
    ).toEqual(kept)
    const read = readBack(
      taken,
      copies,
      copies.filter((_, at) => keeps[at]),
    )
    expect(read.every((entry, at) => entry === kept[at])).toBe(true)
  },
)

test.prop([histories, fc.array(fc.boolean(), { maxLength: 30 })], runs)(
  'messages that are rebuilt are read as equal entries, in the order of the list',
  (messages, keeps) => {
    const taken = snapshotOf(messages)
    const kept = taken.entries.filter((_, at) => keeps[at])
    const read = readBack(taken, [], structuredClone(kept.map(({ message }) => message)))
    expect(read.map(({ message }) => message)).toEqual(kept.map(({ message }) => message))
    expect(read.every(({ position }, at) => at === 0 || position > (read[at - 1]?.position ?? 0))).toBe(true)
    expect(read.every((entry) => taken.entries.includes(entry))).toBe(true)
  },
)

test.prop([histories])('the checker measures as the library does', (messages) => {
  const plain = messages.filter(({ content }) => !Array.isArray(content))
  const { entries } = snapshotOf(plain)
  expect(entries.reduce((sum, { size }) => sum + size, 0)).toBe(countBytes(plain))
})

function readBack(taken: Taken, copies: readonly Message[], answer: readonly Message[]): List {
  const placeOfCopy = new Map(copies.map((copy, place) => [copy, place]))
  return readMessages<Message>(taken.entries, answer, {
    placeOf: (message) => placeOfCopy.get(message),
    fingerprint,
    foreign: (message) => taken.maker.foreign(message),
  })
}
