import { describe, expect, test } from 'vitest'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { openPassThrough, play, situations } from './situations.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]
const none = {
  unit: 'utf8Bytes',
  startedCount: 0,
  outcomes: {
    withinLimit: 0,
    reduced: 0,
    preservationFallback: 0,
    irreducible: 0,
    concurrentMutationLimit: 0,
  },
  composedCount: 0,
  originalSize: { total: 0, largest: 0 },
  finalSize: { total: 0, largest: 0 },
  attemptCount: 0,
  restartCount: 0,
  reducerCallCount: 0,
  rejectionCount: 0,
  repairedEntryCount: 0,
  elidedEntryCount: 0,
  droppedEntryCount: 0,
  offloads: {
    outcomes: { inline: 0, offloaded: 0, existingReference: 0, failed: 0, recoveryRequired: 0 },
    inputBytes: 0,
    outputBytes: 0,
  },
  rehydrations: {
    outcomes: { resolved: 0, stale: 0, missing: 0, unauthorized: 0, overBudget: 0 },
    inputBytes: 0,
    outputBytes: 0,
  },
  refusalCount: 0,
  reportFailureCount: 0,
}

test('a run totals what its calls and those of its children did, without any sink', async () => {
  const run = compose({ maximumCompactionAttempts: 2 }).openRun()
  const child = run.child()
  await run.dispatch([user('abc')], () => 'sent')
  await run.dispatch(large, () => 'sent')
  await child.dispatch(large, () => 'sent')
  await child.dispatch([user('old'), user(bytes(2_000))], () => 'sent').catch(() => {})
  expect(run.metrics()).toEqual({
    ...none,
    startedCount: 4,
    outcomes: { ...none.outcomes, withinLimit: 1, reduced: 2, irreducible: 1 },
    composedCount: 3,
    originalSize: { total: 3 + 1_203 + 1_203 + 2_003, largest: 2_003 },
    finalSize: { total: 3 + 603 + 603 + 2_000, largest: 2_000 },
    attemptCount: 4,
    reducerCallCount: 4,
    rejectionCount: 1,
    droppedEntryCount: 2,
    refusalCount: 1,
  })
  expect(child.metrics()).toEqual(run.metrics())
})

test('totals that were read stay as they were read', async () => {
  const run = compose().openRun()
  const before = run.metrics()
  await run.dispatch(large, () => 'sent')
  expect(before).toEqual(none)
  expect(Object.isFrozen(before)).toBe(true)
  expect(run.metrics().startedCount).toBe(1)
})

test('a run without compaction totals nothing', async () => {
  const run = openPassThrough({})
  await run.dispatch(large, () => 'sent')
  expect(run.metrics()).toEqual(none)
})

describe.each(situations)('when $name', (situation) => {
  test('the totals are those of its events', async () => {
    let failures = 0
    const { run, sending } = play(situation, {
      report: () => {
        failures += 1
        throw new Error('the sink’s own')
      },
    })
    await sending.catch(() => {})
    const count = (type: string) => situation.events.filter((told) => told === type).length
    const metrics = run.metrics()
    const decided = Object.values(metrics.outcomes).reduce((sum, calls) => sum + calls, 0)
    expect(metrics.startedCount).toBe(count('assembly.started'))
    expect(metrics.composedCount).toBe(count('assembly.composed'))
    expect(decided).toBe(count('assembly.completed') + count('assembly.terminated'))
    expect(metrics.reportFailureCount).toBe(failures)
  })
})

test('a reducer that fails the call is counted as called', async () => {
  const run = compose({
    upstreamReducer: () => {
      throw new Error('the host’s own')
    },
  }).openRun()
  await run.dispatch(large, () => 'sent').catch(() => {})
  expect(run.metrics()).toEqual({ ...none, startedCount: 1, reducerCallCount: 1 })
})
