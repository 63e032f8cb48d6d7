import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { brokenConversations } from '../support/chat-arbitraries.ts'
import { findDefects } from '../support/independent-checker.ts'
import { user } from '../support/messages.ts'
import { rulesThat, snapshotOf } from '../support/snapshot-of.ts'

const mended = ['callsAnswered', 'resultsHaveCall', 'oneResultPerCall', 'callIdsUnique', 'resultsFollowCalls']
const strict = [
  ...(['callsAnswered', 'resultsHaveCall', 'oneResultPerCall', 'callIdsUniqueInList'] as const),
  ...(['callsFollowUserOrResults', 'resultsFollowCalls', 'opensWithUser'] as const),
  ...(['noUserAfterToolResult', 'noReasoningAlone', 'noEmptyAssistant'] as const),
]

test.prop([brokenConversations], { numRuns: 500 })(
  'a repaired list pairs, and keeps every message that is no result as it is but for its ids, in its order',
  (messages) => {
    const { entries, repairedCount } = snapshotOf(messages, { onBrokenSequence: 'repair' })
    const repaired = entries.map(({ message }) => message)
    expect(findDefects(repaired, mended)).toEqual([])
    const rest = messages.filter(({ role }) => role !== 'tool')
    expect(repaired.filter(({ role }) => role !== 'tool').map(withoutIds)).toEqual(rest.map(withoutIds))
    for (const { form, message, hostIndex } of entries)
      if (form === 'original') expect(message).toBe(messages[hostIndex])
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, at) => at))
    if (findDefects(messages, mended).length === 0) expect(repairedCount).toBe(0)
  },
)

test.prop([brokenConversations, fc.constantFrom(...mended)], { numRuns: 300 })(
  'a defect is repaired only where the list has one',
  (messages, demand) => {
    const defects = findDefects(messages, [demand])
    const { repairedCount } = snapshotOf(messages, { onBrokenSequence: 'repair' })
    if (defects.length > 0) expect(repairedCount).toBeGreaterThan(0)
  },
)

test.prop([brokenConversations], { numRuns: 500 })(
  'the strictest provider takes a repaired list, which is the start of every later one',
  (messages) => {
    const repair = (list: readonly OpenAIChatMessage[]) =>
      snapshotOf(list, { onBrokenSequence: 'repair', rules: rulesThat(...strict) })
    const { entries, snapshot } = repair(messages)
    const repaired = entries.map(({ message }) => message)
    expect(snapshot.defects).toEqual([])
    expect(findDefects(repaired, strict)).toEqual([])
    const later = repair([...messages, user('And now?')]).entries.map(({ message }) => message)
    expect(later.slice(0, repaired.length)).toEqual(repaired)
  },
)

function withoutIds(message: OpenAIChatMessage): unknown {
  return JSON.parse(JSON.stringify(message, (key, value) => (/^(toolCallI|i)d$/.test(key) ? '' : value)))
}
