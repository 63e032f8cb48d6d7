import { expect, test } from 'vitest'
import { skipReason } from './case-skips.ts'
import type { CaseMessage, CaseSettings, FaultCase } from './fault-case.ts'
import { judgeCase } from './judge-case.ts'

const messages: readonly CaseMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: 'x'.repeat(400) },
  { role: 'user', content: 'On.' },
]

const settings: CaseSettings = {
  hardLimit: 300,
  triggerMargin: 50,
  recentMessageRetentionCount: 1,
  maximumCompactionAttempts: 1,
}

const fallback = { outcome: 'PreservationFallback', mustKeep: [0, 3] }

const judged = (expected: FaultCase['expect'], others: Partial<FaultCase> = {}) =>
  judgeCase({ id: 'example', messages, settings, expect: expected, ...others })

test('a case that comes out as it asks has no faults', async () => {
  expect(await judged(fallback)).toEqual({ faults: [], deviations: [] })
})

test('another outcome, a missing message and an expectation that nobody knows are faults', async () => {
  const { faults } = await judged({ outcome: 'Reduced', mustKeep: [2], mustSing: true })
  expect(faults).toEqual([
    'outcome: preservationFallback in place of reduced',
    'mustKeep: 2 is gone',
    'mustSing: the runner does not know this expectation',
  ])
})

test('a call of several that ends otherwise is a fault', async () => {
  const { faults } = await judged(fallback, {
    calls: [
      { upTo: 2, outcome: 'Reduced' },
      { upTo: 4, outcome: 'PreservationFallback' },
    ],
  })
  expect(faults).toEqual(['outcome: withinLimit in place of reduced'])
})

test('a list that fits although the proposal was rejected is a deviation, not a fault', async () => {
  const { faults, deviations } = await judged(fallback, { settings: { ...settings, hardLimit: 420 } })
  expect({ faults, deviations }).toEqual({ faults: [], deviations: ['example: rejected but fits'] })
})

test('settings, events, units and reducers that the runner does not know are left out by name', () => {
  const reasons = [
    { settings: { ...settings, maxImages: 1 } as CaseSettings },
    { settings: { ...settings, moonPhase: 1 } as CaseSettings },
    { settings: { ...settings, unit: 'words' } },
    { settings: { ...settings, reducer: { kind: 'sing' } } },
    { settings: { ...settings, turnOrder: 'nobody' } },
    { settings, events: [{ at: 'offload:1', do: 'abort' }] },
  ].map((others) => skipReason({ id: 'example', messages, expect: fallback, ...others }))
  expect(reasons).toEqual([
    'maxImages: images are not counted yet',
    'moonPhase: the runner does not know this setting',
    'unit words: not bytes',
    'reducer sing: the runner does not know it',
    'turnOrder nobody: no rules for it',
    'event abort at offload:1: the runner does not know it',
  ])
})
