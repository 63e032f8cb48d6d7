import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { type HybridProfile, liveHistory, type Reducer } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const messages = [user(bytes(600)), user(bytes(600)), user('new')]

const open = (upstreamReducer: unknown, options: Partial<HybridProfile<Message>> = {}) =>
  compose({ upstreamReducer: upstreamReducer as Reducer<Message>, ...options }).openRun() // wrong on purpose

const tolerant = { onReducerFailure: 'fallback', maximumCompactionAttempts: 2 } as const

afterEach(() => {
  vi.useRealTimers()
})

describe('an answer that is neither plan nor list', () => {
  const answers: readonly (readonly [string, () => unknown, string])[] = [
    ['null', () => null, 'null'],
    ['undefined', () => undefined, 'undefined'],
    ['a text', () => 'shorter', 'string'],
    ['a number', () => 7, 'number'],
    ['a function', () => () => [], 'function'],
    ['a plan with an unknown field', () => ({ keep: [1] }), 'object'],
    ['a plan of texts', () => ({ drop: ['first'] }), 'object'],
    ['a plan with a hole', () => ({ drop: new Array(1) }), 'object'],
    ['a summary without a text', () => ({ summaries: [{ over: [0, 0] }] }), 'object'],
    ['a plan that throws when it is read', () => unreadable(), 'object'],
    ['a promise of null', async () => null, 'null'],
    ['a promise of undefined', async () => undefined, 'undefined'],
    ['a promise of a text', async () => 'shorter', 'string'],
    ['a promise of a number', async () => 7, 'number'],
  ]

  test.each(answers)('%s fails the call', async (_, answer, received) => {
    const run = open(answer)
    const error = await rejectionOf(run.assemble(messages))
    expect(error).toMatchObject({ code: 'reducerContract', name: 'ReducerContractError' })
    expect((error as Error).message).toContain(received)
    expect((error as Error).message).toContain('Return a plan')
    expect((error as Error).message).not.toContain('shorter')
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test.each(answers)('%s is a failed attempt where such failures are tolerated', async (_, answer) => {
    const { diagnostics } = await open(answer, tolerant).assemble(messages)
    expect(diagnostics).toMatchObject({
      outcome: 'preservationFallback',
      attemptCount: 2,
      rejections: [
        { attempt: 1, reasons: ['reducerFailed'] },
        { attempt: 2, reasons: ['reducerFailed'] },
      ],
    })
  })
})

describe('a reducer that throws', () => {
  const thrown = new Error('the host’s own')

  test.each<[string, () => unknown, unknown]>([
    [
      'at once',
      () => {
        throw thrown
      },
      thrown,
    ],
    ['later', () => Promise.reject(thrown), thrown],
    [
      'from a thenable',
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
        then: () => {
          throw thrown
        },
      }),
      thrown,
    ],
    [
      'nothing at all',
      () => {
        throw undefined
      },
      undefined,
    ],
    ['null', () => Promise.reject(null), null],
    ['a text', () => Promise.reject('no'), 'no'],
  ])('%s fails the call with its own error', async (_, reducer, expected) => {
    const run = open(reducer)
    expect(await rejectionOf(run.assemble(messages))).toBe(expected)
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test('is a failed attempt where such failures are tolerated, and the next one is told', async () => {
    const asked: unknown[] = []
    const reducer: Reducer<Message> = ({ rejections, attempt }) => {
      asked.push(rejections)
      if (attempt === 1) throw thrown
      return { drop: [0] }
    }
    const { diagnostics } = await open(reducer, tolerant).assemble(messages)
    expect(asked).toEqual([[], ['reducerFailed']])
    expect(diagnostics).toMatchObject({ outcome: 'reduced', attemptCount: 2 })
  })

  test('leaves a list that fits by then as it is', async () => {
    const run = open(() => Promise.reject(thrown), {
      ...tolerant,
      hardLimitBytes: 2_000,
      triggerMarginBytes: 1_500,
    })
    const call = await run.assemble(messages)
    expect(call.messages).toEqual(messages)
    expect(call.diagnostics).toMatchObject({ outcome: 'withinLimit', attemptCount: 1 })
  })

  test('because the call is aborted is no failure that is tolerated', async () => {
    const controller = new AbortController()
    const reason = new Error('the caller gave up')
    let asked = 0
    const run = open(({ signal }: { signal: AbortSignal }) => {
      asked += 1
      controller.abort(reason)
      throw signal.reason
    }, tolerant)
    expect(await rejectionOf(run.assemble(messages, { signal: controller.signal }))).toBe(reason)
    expect(asked).toBe(1)
  })

  test('does not hide a source that fails after it', async () => {
    const lost = new Error('the source is gone')
    let captures = 0
    const source = {
      capture: () => {
        captures += 1
        if (captures > 1) throw lost
        return { version: 1, messages }
      },
    }
    expect(await rejectionOf(open(() => Promise.reject(thrown), tolerant).assemble(source))).toBe(lost)
  })
})

describe('a reducer that never answers', () => {
  test('is out of time, and its signal says so', async () => {
    vi.useFakeTimers()
    let signal: AbortSignal | undefined
    const run = open(
      (request: { signal: AbortSignal }) => {
        signal = request.signal
        return new Promise(() => {})
      },
      { reducerTimeoutMs: 5_000 },
    )
    const assembling = rejectionOf(run.assemble(messages))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await assembling).toMatchObject({ code: 'reducerTimeout', timeoutMs: 5_000 })
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toMatchObject({ code: 'reducerTimeout' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has 60 seconds by default', async () => {
    vi.useFakeTimers()
    const assembling = rejectionOf(open(() => new Promise(() => {})).assemble(messages))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await assembling).toMatchObject({ timeoutMs: 60_000 })
  })

  test('is a failed attempt where such failures are tolerated', async () => {
    vi.useFakeTimers()
    const assembling = open(() => new Promise(() => {}), tolerant).assemble(messages)
    await vi.advanceTimersByTimeAsync(120_000)
    expect((await assembling).diagnostics).toMatchObject({
      outcome: 'preservationFallback',
      rejections: [{ reasons: ['reducerTimedOut'] }, { reasons: ['reducerTimedOut'] }],
    })
  })

  test('leaves no timer when it does answer', async () => {
    vi.useFakeTimers()
    await open(() => ({ drop: [0] })).assemble(messages)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an interrupted reducer', () => {
  test('does not hide a source that fails meanwhile', async () => {
    const lost = new Error('the source is gone')
    const history = liveHistory(messages)
    let isLost = false
    const source = {
      subscribe: history.subscribe,
      capture: () => {
        if (isLost) throw lost
        return history.capture()
      },
    }
    const assembling = open(() => new Promise(() => {}), { maximumCompactionAttempts: 3 }).assemble(source)
    await quiet()
    isLost = true
    history.append(user('x'))
    expect(await rejectionOf(assembling)).toBe(lost)
  })

  test('that heeds its signal and one that does not are treated alike', async () => {
    const late = deferred<object>()
    for (const heeds of [true, false]) {
      const history = liveHistory(messages)
      const reducer = ({ signal, attempt }: { signal: AbortSignal; attempt: number }) => {
        if (attempt > 1) return { drop: [0, 1] }
        if (!heeds) return late.promise
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      }
      const assembling = open(reducer, { maximumCompactionAttempts: 2 }).assemble(history)
      await quiet()
      history.append(user('x'))
      const { diagnostics } = await assembling
      expect(diagnostics).toMatchObject({ outcome: 'reduced', attemptCount: 2, restartCount: 1 })
    }
    late.resolve({})
  })
})

function unreadable(): object {
  return {
    get drop(): never {
      throw new Error('not to be read')
    },
  }
}
