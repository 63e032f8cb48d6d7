import { describe, expect, test } from 'vitest'
import type { AssemblyEvent } from '../../../machines/index.ts'
import { walkAssembly } from '../../support/walk-assembly.ts'

const changed: AssemblyEvent = { type: 'history.changed' }

describe('a changed history', () => {
  test('restarts from the newest snapshot when the history changed before dispatch', () => {
    const { state, context } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
    )
    expect(state).toBe('snapshot.capturing')
    expect(context).toMatchObject({ epoch: 1, attempts: 1, restarts: 1, originalSize: 50 })
    expect(context.stages).toEqual(['snapshotCaptured', 'snapshotCaptured', 'restartedAfterMutation'])
  })

  test('restarts at no further cost when the reducer was just asked', () => {
    const { state, context } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed('version'),
    )
    expect(state).toBe('snapshot.capturing')
    expect(context).toMatchObject({ attempts: 1, restarts: 1, rejections: [] })
  })

  test('restarts at no further cost at the recheck before the success of that attempt', () => {
    const { context } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('small'),
      (answer) => answer.confirmed('version'),
    )
    expect(context).toMatchObject({ attempts: 1, restarts: 1 })
  })

  test('costs an attempt again in an epoch that asked no reducer', () => {
    const { context } = walkAssembly(
      { maximumAttempts: 3 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed('version'),
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
    )
    expect(context).toMatchObject({ attempts: 2, restarts: 2 })
  })

  test('restarts instead of refusing a broken list', () => {
    const { state, context } = walkAssembly(
      { refusesBrokenSequence: true },
      (answer) => answer.captured('small', { intact: false }),
      (answer) => answer.rechecked('version'),
    )
    expect(state).toBe('snapshot.capturing')
    expect(context).toMatchObject({ attempts: 1, restarts: 1 })
  })

  test('forgets what was done to the old snapshot, and keeps the first size', () => {
    const { result } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('small'),
      (answer) => answer.confirmed('version'),
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'withinLimit', origin: 'asIs', size: 50, originalSize: 150 })
  })

  test('relief starts from its first step again', () => {
    const { state } = walkAssembly(
      { relief: ['elide', 'shrinkRetention'] },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['notSmaller']),
      (answer) => answer.preserved('large'),
      (answer) => answer.relieved('small'),
      (answer) => answer.confirmed('lease'),
      (answer) => answer.captured('large'),
      (answer) => answer.preserved('large'),
    )
    expect(state).toBe('fallback.relievingByElision')
  })
})

describe('a change while the reducer is asked', () => {
  test('interrupts it, and looks at the history', () => {
    const { state, asked } = walkAssembly({}, (answer) => answer.captured('large'), changed)
    expect(state).toBe('reduce.interrupted')
    expect(asked.at(-1)?.name).toBe('recheckHistory')
    expect(asked.find(({ name }) => name === 'proposeReduction')?.signal?.aborted).toBe(true)
  })

  test('restarts when the history is another one', () => {
    const { state, context } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      changed,
      (answer) => answer.rechecked('version'),
    )
    expect(state).toBe('snapshot.capturing')
    expect(context).toMatchObject({ attempts: 1, restarts: 1, failure: null })
  })

  test('interrupts once an assembly: a history that never rests is dealt with at the rechecks', () => {
    const { state, context } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      changed,
      (answer) => answer.rechecked(),
      changed,
    )
    expect(state).toBe('reduce.proposing')
    expect(context).toMatchObject({
      attempts: 2,
      rejections: [{ attempt: 1, reasons: ['reducerInterrupted'] }],
    })
  })
})

describe('a released lease', () => {
  test('restarts once, and consumes nothing', () => {
    const { state, context } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('lease'),
    )
    expect(state).toBe('snapshot.capturing')
    expect(context).toMatchObject({ epoch: 1, attempts: 0, restarts: 1 })
  })

  test('restarts no second time', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('lease'),
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('lease'),
    )
    expect(result).toMatchObject({ outcome: 'withinLimit', restartCount: 1, attemptCount: 0 })
  })

  test('does not restart before the proposal in hand is judged', () => {
    const { state } = walkAssembly(
      {},
      (answer) => answer.captured('large'),
      (answer) => answer.proposed('lease'),
    )
    expect(state).toBe('verify.judging')
  })

  test('leaves no cover behind: the next change costs an attempt', () => {
    const { context } = walkAssembly(
      { maximumAttempts: 3 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('small'),
      (answer) => answer.confirmed('lease'),
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
    )
    expect(context).toMatchObject({ attempts: 2, restarts: 2 })
  })
})

describe('what the reducer is told', () => {
  test('the next attempt gets the reasons of the last one', () => {
    const { asked } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['lostReference', 'notSmaller']),
    )
    expect(proposals(asked)).toEqual([
      [0, 1, []],
      [0, 2, ['lostReference', 'notSmaller']],
    ])
  })

  test('an attempt after an accepted proposal gets none, whatever came before', () => {
    const { asked } = walkAssembly(
      { maximumAttempts: 3 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['notSmaller']),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large'),
    )
    expect(proposals(asked).at(-1)).toEqual([0, 3, []])
  })
})

function proposals(asked: ReturnType<typeof walkAssembly>['asked']): readonly unknown[] {
  return asked.filter(({ name }) => name === 'proposeReduction').map((step) => step.arguments.slice(0, 3))
}
