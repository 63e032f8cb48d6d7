import { describe, expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { type HybridProfile, liveHistory, type Reducer } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const large = (): Message[] => [user(bytes(600)), user(bytes(600)), user('new')]

/** A history that shows another list, and by default another version, at each capture; the last one stays. */
function changing(lists: readonly (readonly Message[])[], versions?: readonly number[]) {
  let captured = 0
  return {
    captures: () => captured,
    capture: () => {
      const at = Math.min(captured, lists.length - 1)
      captured += 1
      return { version: versions?.[at] ?? at, messages: lists[at] ?? [] }
    },
  }
}

const open = (options: Partial<HybridProfile<Message>>) => compose(options).openRun()

describe('a history that changes while the reducer is asked', () => {
  test('starts the assembly anew, and the restart costs no attempt of its own', async () => {
    const history = liveHistory(large())
    const reducer = vi.fn<Reducer<Message>>((request) => {
      if (request.attempt === 1) history.append(user('newest'))
      return dropOldest()(request)
    })
    const call = await open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(history)
    expect(call.messages.at(-1)).toBe(history.messages.at(-1))
    expect(call.messages.filter(({ content }) => content === 'newest')).toHaveLength(1)
    expect(call.diagnostics).toMatchObject({
      outcome: 'reduced',
      attemptCount: 2,
      restartCount: 1,
      originalSize: 1_203,
    })
    expect(call.diagnostics?.stages).toContain('restartedAfterMutation')
  })

  test('ends the call when it changes with every attempt', async () => {
    const history = liveHistory(large())
    const reducer: Reducer<Message> = () => {
      history.append(user('x'))
      return {}
    }
    const error = await rejectionOf(
      open({ upstreamReducer: reducer, maximumCompactionAttempts: 3 }).assemble(history),
    )
    expect(error).toMatchObject({
      code: 'assemblyTerminated',
      outcome: 'concurrentMutationLimit',
      reason: 'concurrentMutation',
      finalSize: 1_206,
    })
  })

  test('takes an exchange that came in as a whole', async () => {
    const history = liveHistory(large())
    const reducer: Reducer<Message> = (request) => {
      if (request.attempt === 1) history.append(...exchange('late'))
      return dropOldest()(request)
    }
    const call = await open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(history)
    expect(call.messages.slice(-2)).toEqual(exchange('late'))
    expect(call.diagnostics?.finalSequenceValid).toBe(true)
  })
})

describe('a history that changes right before success', () => {
  test('costs an attempt when no reducer was asked', async () => {
    const history = changing([[user('one')], [user('one'), user('two')]])
    const call = await open({ maximumCompactionAttempts: 2 }).assemble(history)
    expect(call.messages).toEqual([user('one'), user('two')])
    expect(call.diagnostics).toMatchObject({
      outcome: 'withinLimit',
      attemptCount: 1,
      restartCount: 1,
      originalSize: 3,
      finalSize: 6,
    })
  })

  test('costs none at the recheck before success that follows a reducer invocation', async () => {
    // Stable through the reducer's recheck, then changed before the last gate.
    const history = changing([large(), large(), [user('small')]], [0, 0, 1])
    const call = await open({ maximumCompactionAttempts: 2 }).assemble(history)
    expect(call.diagnostics).toMatchObject({ attemptCount: 1, restartCount: 1, outcome: 'withinLimit' })
    expect(call.messages).toEqual([user('small')])
  })

  test('is seen before the fallback is sent, too', async () => {
    const history = changing([large(), large(), [...large(), user('late')]], [0, 0, 1])
    const error = await rejectionOf(open({ upstreamReducer: () => ({}) }).assemble(history))
    expect(error).toMatchObject({ outcome: 'concurrentMutationLimit', finalSize: 1_207 })
  })

  test('ends the call when no attempt is left, with the size of the newest snapshot', async () => {
    const history = changing([1, 2, 3, 4, 5, 41].map((size) => [user(bytes(size))]))
    const error = await rejectionOf(open({ maximumCompactionAttempts: 2 }).assemble(history))
    expect(error).toMatchObject({ outcome: 'concurrentMutationLimit', finalSize: 41 })
  })

  test('is measured with the overhead', async () => {
    const history = changing([1, 2, 3, 6].map((size) => [user(bytes(size))]))
    const run = open({ maximumCompactionAttempts: 1, requestOverhead: 10 })
    const error = await rejectionOf(run.assemble(history, { overhead: 100 }))
    expect(error).toMatchObject({ outcome: 'concurrentMutationLimit', finalSize: 116 })
  })
})

test('restarts that used up the attempts send the newest list as it is, when that fits', async () => {
  const reducer = vi.fn<Reducer<Message>>(() => ({}))
  const newest = [user(bytes(900)), user('x')]
  const history = changing([[user('one')], newest])
  const call = await open({
    upstreamReducer: reducer,
    maximumCompactionAttempts: 1,
    triggerMarginBytes: 500,
  }).assemble(history)
  expect(reducer).not.toHaveBeenCalled()
  expect(call.messages).toEqual(newest)
  expect(call.diagnostics).toMatchObject({ outcome: 'withinLimit', attemptCount: 1, finalSize: 901 })
})

test('a restart that leaves required content too large is irreducible, not a mutation limit', async () => {
  const history = changing([[user('one')], [user(bytes(1_500))]])
  const error = await rejectionOf(
    open({ upstreamReducer: () => ({}), maximumCompactionAttempts: 2 }).assemble(history),
  )
  expect(error).toMatchObject({ outcome: 'irreducible', finalSize: 1_500 })
})

describe('a broken list that is to be refused', () => {
  const broken = exchange('a').slice(0, 1)
  const options = { onBrokenSequence: 'terminate', maximumCompactionAttempts: 2 } as const

  test('is looked at once more before it is refused', async () => {
    const history = changing([broken, [user('mended')]])
    const call = await open(options).assemble(history)
    expect(call.messages).toEqual([user('mended')])
    expect(call.diagnostics).toMatchObject({ restartCount: 1, attemptCount: 1 })
  })

  test('is refused when it is still the newest', async () => {
    const history = changing([broken, broken], [0, 0])
    const error = await rejectionOf(open(options).assemble(history))
    expect(error).toMatchObject({ outcome: 'irreducible', reason: 'invalidSequence' })
    expect(history.captures()).toBe(2)
  })

  test('is a mutation limit when it changed and no attempt is left', async () => {
    const history = changing([broken, broken, broken, broken])
    const error = await rejectionOf(open({ ...options, maximumCompactionAttempts: 1 }).assemble(history))
    expect(error).toMatchObject({ outcome: 'concurrentMutationLimit' })
  })
})

describe('a plain array', () => {
  test('that the host appends to while the reducer is asked starts the assembly anew', async () => {
    const messages = large()
    const reducer: Reducer<Message> = (request) => {
      if (request.attempt === 1) messages.push(user('newest'))
      return dropOldest()(request)
    }
    const call = await open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(messages)
    expect(call.messages.at(-1)).toBe(messages.at(-1))
    expect(call.diagnostics).toMatchObject({ restartCount: 1 })
  })

  test('in which an equal object takes the place of another is another list', async () => {
    const messages = large()
    const reducer: Reducer<Message> = (request) => {
      if (request.attempt === 1) messages[2] = user('new')
      return dropOldest()(request)
    }
    const call = await open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(messages)
    expect(call.messages.at(-1)).toBe(messages[2])
    expect(call.diagnostics).toMatchObject({ restartCount: 1 })
  })

  test('that is changed and changed back is the same list', async () => {
    const messages = large()
    const reducer: Reducer<Message> = (request) => {
      messages.push(user('x'))
      messages.pop()
      return dropOldest()(request)
    }
    const call = await open({ upstreamReducer: reducer }).assemble(messages)
    expect(call.diagnostics).toMatchObject({ restartCount: 0, outcome: 'reduced' })
  })

  test('that is emptied after the call is assembled leaves the call alone', async () => {
    const messages = large()
    const call = await open({}).assemble(messages)
    messages.length = 0
    expect(call.messages).toHaveLength(2)
  })
})

describe('a live history', () => {
  test('interrupts a pending reducer once, whose answer then counts for nothing', async () => {
    const history = liveHistory(large())
    const answer = deferred<object>()
    const signals: AbortSignal[] = []
    const reducer: Reducer<Message> = (request) => {
      signals.push(request.signal)
      return request.attempt === 1 ? answer.promise : { drop: [0, 1] }
    }
    const assembling = open({ upstreamReducer: reducer, maximumCompactionAttempts: 3 }).assemble(history)
    await quiet()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    history.append(user('newest'))
    expect(signals[0]?.aborted).toBe(true)
    const call = await assembling
    answer.resolve({ drop: [0] })
    await quiet()
    expect(call.diagnostics).toMatchObject({ attemptCount: 2, restartCount: 1, outcome: 'reduced' })
    expect(call.messages).toEqual([user('new'), user('newest')])
    expect(signals).toHaveLength(2)
  })

  test('that interrupts a reducer is looked at no more often than it must be', async () => {
    const history = liveHistory(large())
    let captures = 0
    const source = {
      subscribe: history.subscribe,
      capture: () => {
        captures += 1
        return history.capture()
      },
    }
    const reducer: Reducer<Message> = ({ attempt }) =>
      attempt === 1 ? new Promise(() => {}) : { drop: [0, 1] }
    const assembling = open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(source)
    await quiet()
    history.append(user('newest'))
    await assembling
    await quiet()
    // Twice for the snapshots, then after the interruption, after the answer, and before success.
    expect(captures).toBe(5)
  })

  test('does not interrupt the reducer of the same call a second time', async () => {
    const history = liveHistory(large())
    const answers = [deferred<object>(), deferred<object>()]
    const signals: AbortSignal[] = []
    const reducer: Reducer<Message> = ({ signal }) => {
      signals.push(signal)
      return answers[signals.length - 1]?.promise ?? {}
    }
    const assembling = open({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).assemble(history)
    await quiet()
    history.append(user('second'))
    await quiet()
    history.append(user('third'))
    await quiet()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    answers[1]?.resolve({})
    expect(await rejectionOf(assembling)).toMatchObject({ outcome: 'concurrentMutationLimit' })
  })

  test('has no listener left when the call is assembled', async () => {
    let listeners = 0
    const history = liveHistory(large())
    const watched = {
      capture: () => history.capture(),
      subscribe: (listener: () => void) => {
        listeners += 1
        const unsubscribe = history.subscribe(listener)
        return () => {
          listeners -= 1
          unsubscribe()
        }
      },
    }
    await open({}).assemble(watched)
    expect(listeners).toBe(0)
  })
})
