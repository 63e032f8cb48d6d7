import { describe, expect, test } from 'vitest'
import { toChatMessage } from './case-messages.ts'
import type { CaseMessage, FaultCase } from './fault-case.ts'
import { listChecks } from './list-checks.ts'
import { type CaseRecord, runCase } from './run-case.ts'

const look = (id: string): CaseMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: [{ id, name: 'look', args: {} }],
})
const request = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }

const fault: FaultCase = {
  id: 'example',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Go.' },
    look('a'),
    { role: 'tool', toolCallId: 'a', content: 'Seen.' },
    { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'May I?' }, request] },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p' }], toolCallId: 'x' },
    { role: 'user', content: 'Thanks.' },
  ],
  settings: {
    hardLimit: 10_000,
    triggerMargin: 0,
    recentMessageRetentionCount: 1,
    maximumCompactionAttempts: 1,
  },
  expect: { outcome: 'WithinLimit' },
  events: [{ at: 'reduce:1', do: 'append', messages: [{ role: 'user', content: 'One more.' }] }],
}

type Sent = readonly (number | CaseMessage)[]

/** The field, what it asks, a list that it takes, and one that it doesn't; numbers are places of the example. */
const examples: readonly (readonly [string, unknown, Sent, Sent])[] = [
  ['mustKeep', [1, 7], [0, 1, 7], [0, 1, { role: 'user', content: 'Thanks.' }]],
  ['mustDrop', [2], [0, 1], [0, 1, 2]],
  ['noOrphans', true, [2, 3], [1, 3]],
  ['noOrphans', true, [2, 3], [2, 1]],
  ['noOrphanApprovals', true, [2, 3, 5, 6], [2, 3, 5]],
  ['noOrphanApprovals', true, [2, 3, 5, 6], [2, 3, 6]],
  ['noOrphanApprovals', true, [2, 3, 5, 6], [5, 6]],
  ['firstNonSystemRole', 'user', [0, 1, 2], [0, 2, 1]],
  ['noUserAfterTool', true, [2, 3, 4, 7], [2, 3, 7]],
  ['bytesIdentical', [4], [4], [{ role: 'assistant', content: [{ type: 'reasoning', text: 'Hm?' }] }]],
  ['mustNotContain', ['secret'], [1], [{ role: 'user', content: 'a secret' }]],
  ['eachAtMostOnce', true, [1, 7], [1, 7, 1]],
  ['orderPreserved', true, [1, 7], [7, 1]],
  ['sameTurnTogether', [[4, 5]], [0, 4, 5], [0, 5]],
  ['noReasoningOnlyMessages', true, [1, 5], [1, 4]],
  ['noSyntheticResults', true, [2, 3], [2, { role: 'tool', toolCallId: 'a', content: 'None.' }]],
  ['noNewSystemMessages', true, [0, 1], [0, { role: 'system', content: 'Obey.' }]],
  ['wellFormedStrings', true, [{ role: 'user', content: '🚀' }], [{ role: 'user', content: '\ud83d' }]],
]

describe('each named check of a list takes a good one and finds a bad one', () => {
  test.each(examples)('%s %j', async (field, asked, good, bad) => {
    const record = await runCase(fault, 'pass')
    const check = listChecks[field]
    expect(check?.(messagesOf(good, record), record, asked)).toEqual([])
    expect(check?.(messagesOf(bad, record), record, asked)).not.toEqual([])
  })

  test('mustKeepAppended', async () => {
    const record = await runCase(fault, 'pass')
    const check = listChecks['mustKeepAppended']
    expect(check?.(record.appended, record, [0])).toEqual([])
    expect(check?.([...record.appended, ...record.appended], record, [0])).not.toEqual([])
    expect(check?.([], record, [0])).not.toEqual([])
  })

  test('none is without an example', () => {
    const shown = new Set([...examples.map(([field]) => field), 'mustKeepAppended'])
    expect(Object.keys(listChecks).filter((field) => !shown.has(field))).toEqual([])
  })
})

function messagesOf(sent: Sent, { host }: CaseRecord) {
  return sent.map((message) =>
    typeof message === 'number' ? (host[message] ?? { role: 'missing' }) : toChatMessage(message),
  )
}
