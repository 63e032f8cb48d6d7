import { describe, expect, test } from 'vitest'
import { walkAssembly } from '../../support/walk-assembly.ts'

describe('withinLimit', () => {
  test('a list within the threshold goes as it is', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toEqual({
      outcome: 'withinLimit',
      reason: null,
      origin: 'asIs',
      size: 50,
      originalSize: 50,
      attemptCount: 0,
      restartCount: 0,
      stages: ['snapshotCaptured', 'snapshotCaptured'],
      rejections: [],
    })
  })

  test('a list inside the margin goes as it is when the reducer is no help, and says why', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('tight'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('tight', ['notSmaller']),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'withinLimit',
      origin: 'asIs',
      attemptCount: 1,
      rejections: [{ attempt: 1, reasons: ['notSmaller'] }],
      stages: ['snapshotCaptured', 'reducerAttempt', 'snapshotCaptured', 'snapshotCaptured'],
    })
  })

  test('the newest list goes as it is when restarts used up the attempts and it fits', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('small'),
      (answer) => answer.confirmed('version'),
      (answer) => answer.captured('tight'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'withinLimit', size: 90, attemptCount: 1, restartCount: 1 })
    expect(result?.stages).not.toContain('reducerAttempt')
  })

  test('a list that came in broken goes where that is passed on', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('small', { intact: false }),
      (answer) => answer.confirmed(),
    )
    expect(result?.outcome).toBe('withinLimit')
  })
})

describe('reduced', () => {
  test('evicting bodies is enough, and no reducer is asked', () => {
    const { result } = walkAssembly(
      { elidesResults: true },
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'reduced',
      origin: 'evicted',
      size: 50,
      originalSize: 150,
      attemptCount: 0,
      stages: ['snapshotCaptured', 'recoverableBodyEviction', 'snapshotCaptured'],
    })
  })

  test('eliding results comes after the bodies, and is enough', () => {
    const { result } = walkAssembly(
      { elidesResults: true },
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('large'),
      (answer) => answer.elided('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'reduced',
      origin: 'elided',
      stages: ['snapshotCaptured', 'recoverableBodyEviction', 'resultElision', 'snapshotCaptured'],
    })
  })

  test('what an earlier call left out goes first where that is remembered, and costs no attempt', () => {
    const { result } = walkAssembly(
      { replays: true },
      (answer) => answer.captured('large'),
      (answer) => answer.replayed('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'reduced',
      origin: 'replayed',
      size: 50,
      attemptCount: 0,
      stages: ['snapshotCaptured', 'reductionReplayed', 'snapshotCaptured'],
    })
  })

  test('the reducer is asked about what the replay left, and what it left goes when that is no help', () => {
    const { result } = walkAssembly(
      { replays: true, elidesResults: true },
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('large'),
      (answer) => answer.elided('large'),
      (answer) => answer.replayed('tight'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('tight', ['notSmaller']),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'reduced', origin: 'replayed', size: 90, attemptCount: 1 })
  })

  test('a rejected replay leaves no stage and no rejection: the reducer is asked as if there were none', () => {
    const { result } = walkAssembly(
      { replays: true },
      (answer) => answer.captured('large'),
      (answer) => answer.replayed('small', ['lostReference']),
      (answer) => answer.proposed(),
      (answer) => answer.verified('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ origin: 'proposed', attemptCount: 1, rejections: [] })
    expect(result?.stages).not.toContain('reductionReplayed')
  })

  test('below the threshold nothing is replayed', () => {
    const { state } = walkAssembly({ replays: true }, (answer) => answer.captured('small'))
    expect(state).toBe('verify.confirming')
  })

  test('a step that changed nothing leaves no stage and no origin', () => {
    const { result } = walkAssembly(
      { elidesResults: true },
      (answer) => answer.captured('tight'),
      (answer) => answer.elided('tight', false),
      (answer) => answer.proposed(),
      (answer) => answer.verified('tight', ['notSmaller']),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'withinLimit', origin: 'asIs' })
    expect(result?.stages).not.toContain('resultElision')
  })

  test('the reducer is asked although the evicted list fits the limit, and its help is taken', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('tight'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'reduced', origin: 'proposed', attemptCount: 1 })
  })

  test('the evicted list goes when it fits and the reducer is no help', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large', { evictable: 1 }),
      (answer) => answer.evicted('tight'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('tight', ['lostReference']),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'reduced', origin: 'evicted' })
  })

  test('an accepted proposal that is still too large is where the next attempt begins', () => {
    const { result } = walkAssembly(
      { maximumAttempts: 2 },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('tight'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({ outcome: 'reduced', origin: 'proposed', size: 90, attemptCount: 2 })
  })
})

describe('preservationFallback', () => {
  test('exhausted attempts and too large: required content goes, and what fits', () => {
    const { result } = walkAssembly(
      {},
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large'),
      (answer) => answer.preserved('small'),
      (answer) => answer.confirmed(),
    )
    expect(result).toMatchObject({
      outcome: 'preservationFallback',
      origin: 'fallback',
      reason: null,
      size: 50,
      stages: [
        'snapshotCaptured',
        'reducerAttempt',
        'snapshotCaptured',
        'deterministicFallback',
        'snapshotCaptured',
      ],
    })
  })

  test('relief is given in the order asked for, step by step, until it fits', () => {
    const { result } = walkAssembly(
      { relief: ['shrinkRetention', 'elide'] },
      (answer) => answer.captured('large'),
      (answer) => answer.proposed(),
      (answer) => answer.verified('large', ['notSmaller']),
      (answer) => answer.preserved('large'),
      (answer) => answer.relieved('large'),
      (answer) => answer.relieved('small'),
      (answer) => answer.confirmed(),
    )
    expect(result?.outcome).toBe('preservationFallback')
    expect(result?.stages.slice(-4)).toEqual([
      'deterministicFallback',
      'reliefShrinkRetention',
      'reliefElision',
      'snapshotCaptured',
    ])
  })

  test.each(['reducerFailed', 'reducerTimedOut'] as const)(
    'a tolerated %s is a rejected attempt',
    (failure) => {
      const { result } = walkAssembly(
        { toleratesReducerFailure: true },
        (answer) => answer.captured('large'),
        (answer) => answer.proposed('none', failure),
        (answer) => answer.preserved('small'),
        (answer) => answer.confirmed(),
      )
      expect(result).toMatchObject({
        outcome: 'preservationFallback',
        rejections: [{ attempt: 1, reasons: [failure] }],
      })
    },
  )
})
