import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { StructureReader } from '../../src/context/list-structure.ts'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import { anthropic } from '../../src/dialects/anthropic/index.ts'
import { brokenConversations, conversations } from '../support/chat-arbitraries.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  calls,
  reasoning,
  result,
  user,
} from '../support/messages.ts'
import { rulesThat, snapshotIn, snapshotOf, type Taken } from '../support/snapshot-of.ts'

const demands: readonly SequenceDemand[] = [
  ...([
    'callsAnswered',
    'resultsHaveCall',
    'oneResultPerCall',
    'callIdsUnique',
    'callIdsUniqueInList',
  ] as const),
  ...(['callsFollowUserOrResults', 'resultsFollowCalls', 'resultsInOneMessage', 'opensWithUser'] as const),
  ...([
    'noUserAfterToolResult',
    'noReasoningAlone',
    'noEmptyAssistant',
    'noEmptyAssistantBeforeLast',
  ] as const),
  ...(['noAssistantWithoutContent', 'argumentsAreJson'] as const),
]
const rules = rulesThat(...demands)

/** The structure of a list that is read piece by piece, next to that of one that is read at once. */
function readBothWays({ entries }: Pick<Taken<unknown>, 'entries'>, lengths: readonly number[]) {
  const reader = new StructureReader()
  for (const length of lengths) reader.read(entries.slice(0, length), rules)
  return { grown: reader.read(entries, rules), whole: new StructureReader().read(entries, rules) }
}

test.prop([fc.oneof(conversations, brokenConversations), fc.array(fc.nat({ max: 25 }), { maxLength: 6 })])(
  'a list that is read while it grows, shrinks and grows again has the structure of one read at once',
  (messages, lengths) => {
    const { grown, whole } = readBothWays(snapshotOf(messages), lengths)
    expect(grown).toEqual(whole)
  },
)

test('reasoning that stood last is judged again when something follows', () => {
  const { grown, whole } = readBothWays(snapshotOf([user(), reasoning(), assistant()]), [2])
  expect(grown.defects).toEqual([])
  expect(whole.defects).toEqual([])
})

test('results that come later make one unit of two calls', () => {
  const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} }) as const
  const answer = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' }) as const
  const taken = snapshotIn(anthropic(), [
    { role: 'assistant', content: [call('a')] },
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: [call('b')] },
    { role: 'user', content: 'And then?' },
    { role: 'user', content: [answer('a'), answer('b')] },
  ])
  const { grown, whole } = readBothWays(taken, [4])
  expect(grown.grouping.units.map(({ entries }) => entries)).toEqual([[0, 2, 4], [1], [3]])
  expect(grown).toEqual(whole)
})

test('an answer that comes later ends the wait for an approval', () => {
  const { entries } = snapshotOf([user(), approvalRequest('p', 'a'), approvalResponse('p'), result('a')])
  const reader = new StructureReader()
  const waits = (length: number): boolean =>
    reader.read(entries.slice(0, length), rules).grouping.units.some(({ pendingApproval }) => pendingApproval)

  expect([waits(2), waits(3), waits(4)]).toEqual([true, false, false])
})

test('what was answered before stays as it was when the list grows', () => {
  const { entries } = snapshotOf([user(), calls('a', 'b'), result('a'), result('b'), user()])
  const reader = new StructureReader()
  const before = reader.read(entries.slice(0, 3), rules)
  const copy = structuredClone({ grouping: before.grouping, open: before.pairing.openCalls.length })
  reader.read(entries, rules)
  expect({ grouping: before.grouping, open: before.pairing.openCalls.length }).toEqual(copy)
})
