import { describe, expect, test } from 'vitest'
import type { AssemblyEvent } from '../../../machines/index.ts'
import { walkAssembly } from '../../support/walk-assembly.ts'

const changed: AssemblyEvent = { type: 'history.changed' }
const abort: AssemblyEvent = { type: 'assembly.abort' }

describe('irreducible', () => {
  test('required content that is too large is refused, with its size', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['notSmaller']),
      (answer) => answer.preserved('large'),
    )
    expect(result).toMatchObject({
      outcome: 'irreducible',
      reason: 'requiredContentTooLarge',
      origin: 'fallback',
      size: 150,
    })
  })

  test('the ladder ends when each relief is given once', () => {
    const { result } = walkAssembly(
      { relief: ['elide', 'shrinkRetention'] },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['notSmaller']),
      (answer) => answer.preserved('large'),
      (answer) => answer.relieved('large'),
      (answer) => answer.relieved('large'),
    )
    expect(result).toMatchObject({ outcome: 'irreducible', reason: 'requiredContentTooLarge' })
    expect(result?.stages.slice(-2)).toEqual(['reliefElision', 'reliefShrinkRetention'])
  })

  test('a list that came in broken is refused after one more look at the history', () => {
    const { result } = walkAssembly(
      { refusesBrokenSequence: true },
      (answer) => answer.captured('small', { intact: false }),
      (answer) => answer.rechecked(),
    )
    expect(result).toMatchObject({
      outcome: 'irreducible',
      reason: 'invalidSequence',
      stages: ['snapshotCaptured', 'snapshotCaptured'],
    })
  })

  test('a candidate that fails the last verification is not sent', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('small'),
      (answer) => answer.confirmed('none', ['dialectRule']),
    )
    expect(result).toMatchObject({ outcome: 'irreducible', reason: 'finalVerificationFailed' })
  })
})

describe('concurrentMutationLimit', () => {
  test('a change that is seen with no attempt left ends the call, measured on the newest list', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large'),
      (answer) => answer.proposed('version'),
    )
    expect(result).toMatchObject({
      outcome: 'concurrentMutationLimit',
      reason: 'concurrentMutation',
      size: 70,
      originalSize: 150,
      attemptCount: 1,
      restartCount: 0,
      stages: ['snapshotCaptured', 'reducerAttempt', 'snapshotCaptured'],
    })
  })

  test('it ends so before dispatch, too', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
    )
    expect(result).toMatchObject({ outcome: 'concurrentMutationLimit', attemptCount: 1, restartCount: 1 })
  })

  test('it ends so before a broken list is refused, too', () => {
    const { result } = walkAssembly(
      { refusesBrokenSequence: true },
      (answer) => answer.captured('small', { intact: false }),
      (answer) => answer.rechecked('version'),
      (answer) => answer.captured('small', { intact: false }),
      (answer) => answer.rechecked('version'),
    )
    expect(result).toMatchObject({ outcome: 'concurrentMutationLimit', restartCount: 1 })
  })
})

describe('aborted and failed', () => {
  test('an abort ends the call without a decision', () => {
    const { result } = walkAssembly({}, (answer) => answer.captured('large'), abort)
    expect(result).toMatchObject({ outcome: 'aborted', reason: null, attemptCount: 1 })
  })

  test('a step that throws ends the call without a decision', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large'),
      (answer) => answer.failed(),
    )
    expect(result).toMatchObject({ outcome: 'failed', reason: null, rejections: [] })
  })

  test.each(['reducerFailed', 'reducerTimedOut'] as const)(
    'a %s that is not tolerated fails the call',
    (failure) => {
      const { result } = walkAssembly(
        { maximumAttempts: 2 },
        (answer) => answer.captured('tight'),
        (answer) => answer.proposed('version', failure),
      )
      expect(result).toMatchObject({ outcome: 'failed', restartCount: 0 })
    },
  )

  test('an interrupted reducer fails no call, also where failures are not tolerated', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('tight'),
      changed,
      (answer) => answer.rechecked(),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'withinLimit',
      rejections: [{ attempt: 1, reasons: ['reducerInterrupted'] }],
    })
  })
})
