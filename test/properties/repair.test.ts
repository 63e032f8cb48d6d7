import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { brokenConversations } from '../support/chat-arbitraries.ts'
import { findDefects } from '../support/independent-checker.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

const mended = ['callsAnswered', 'resultsHaveCall', 'oneResultPerCall', 'resultsFollowCalls']

test.prop([brokenConversations], { numRuns: 500 })(
  'a repaired list pairs, and keeps every message that is no result as it is, in its order',
  (messages) => {
    const { entries, repairedCount } = snapshotOf(messages, { onBrokenSequence: 'repair' })
    const repaired = entries.map(({ message }) => message)
    expect(findDefects(repaired, mended)).toEqual([])
    const rest = messages.filter(({ role }) => role !== 'tool')
    expect(repaired.filter(({ role }) => role !== 'tool')).toEqual(rest)
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
