import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Reducer, Run, SnapshotSource } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const large = [user(bytes(600)), user(bytes(600)), user('new')]
const reason = new Error('the caller gave up')
const never = new Promise<never>(() => {})
const unhandled: unknown[] = []
const hear = (problem: unknown): void => {
  unhandled.push(problem)
}

beforeAll(() => {
  process.on('unhandledRejection', hear)
})

afterAll(async () => {
  await quiet()
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
})

async function expectUsable(run: Run<Message>): Promise<void> {
  expect(await run.dispatch([user('next')], ([message]) => message)).toEqual(user('next'))
}

describe.each(['concurrent', 'serial'] as const)('with %s admission', (admission) => {
  const open = (upstreamReducer?: Reducer<Message>) =>
    compose(upstreamReducer ? { upstreamReducer } : {}).openRun({ admission })

  test('a signal that is aborted before the call looks at nothing', async () => {
    let captures = 0
    const source = {
      capture: () => {
        captures += 1
        return { version: 1, messages: large }
      },
    }
    const run = open()
    const signal = AbortSignal.abort(reason)
    expect(await rejectionOf(run.assemble(source, { signal }))).toBe(reason)
    expect(await rejectionOf(run.dispatch(source, () => 'sent', { signal }))).toBe(reason)
    expect(captures).toBe(0)
    await expectUsable(run)
  })

  test('an abort without a reason has the platform’s own', async () => {
    const signal = AbortSignal.abort()
    expect(await rejectionOf(open().assemble(large, { signal }))).toBe(signal.reason)
  })

  test('an abort while a source is captured settles the call at once', async () => {
    const controller = new AbortController()
    const run = open()
    const assembling = rejectionOf(run.assemble({ capture: () => never }, { signal: controller.signal }))
    await quiet()
    controller.abort(reason)
    expect(await assembling).toBe(reason)
    await expectUsable(run)
  })

  test('a source that aborts the call and never answers does not hold it', async () => {
    const controller = new AbortController()
    const source = {
      capture: () => {
        controller.abort(reason)
        return never
      },
    }
    const run = open()
    expect(await rejectionOf(run.assemble(source, { signal: controller.signal }))).toBe(reason)
    await expectUsable(run)
  })

  test('an abort while the reducer is asked settles the call at once, and tells the reducer', async () => {
    const controller = new AbortController()
    const answer = deferred<object>()
    let asked: AbortSignal | undefined
    const run = open(({ signal }) => {
      asked = signal
      return answer.promise
    })
    const assembling = rejectionOf(run.assemble(large, { signal: controller.signal }))
    await quiet()
    controller.abort(reason)
    expect(await assembling).toBe(reason)
    expect(asked?.aborted).toBe(true)
    await expectUsable(run)
    answer.resolve({ drop: [0] })
    await quiet()
  })

  test('a reducer that fails after the abort is not heard', async () => {
    const controller = new AbortController()
    const answer = deferred<object>()
    const run = open(() => answer.promise)
    const assembling = rejectionOf(run.assemble(large, { signal: controller.signal }))
    await quiet()
    controller.abort(reason)
    answer.reject(new Error('too late'))
    expect(await assembling).toBe(reason)
  })

  test('a reducer that aborts the call and never answers does not hold it', async () => {
    const controller = new AbortController()
    const run = open(() => {
      controller.abort(reason)
      return never
    })
    expect(await rejectionOf(run.assemble(large, { signal: controller.signal }))).toBe(reason)
    await expectUsable(run)
  })

  test('a reducer that aborts the call and answers does not send it', async () => {
    const controller = new AbortController()
    const run = open(() => {
      controller.abort(reason)
      return { drop: [0] }
    })
    let sent = 0
    const sending = run.dispatch(
      large,
      () => {
        sent += 1
      },
      { signal: controller.signal },
    )
    expect(await rejectionOf(sending)).toBe(reason)
    expect(sent).toBe(0)
    await expectUsable(run)
  })

  test('an abort while the history is looked at once more settles the call at once', async () => {
    const controller = new AbortController()
    let captures = 0
    const source: SnapshotSource<Message> = {
      capture: () => {
        captures += 1
        return captures === 1 ? { version: 1, messages: [user()] } : never
      },
    }
    const run = open()
    const assembling = rejectionOf(run.assemble(source, { signal: controller.signal }))
    await quiet()
    expect(captures).toBe(2)
    controller.abort(reason)
    expect(await assembling).toBe(reason)
    await expectUsable(run)
  })

  test('an abort between assembling and committing releases the call', async () => {
    const controller = new AbortController()
    const run = open()
    const call = await run.assemble(large, { signal: controller.signal })
    controller.abort(reason)
    await call.commit()
    await call.release()
    await expectUsable(run)
  })

  test('an abort between assembling and sending sends nothing', async () => {
    const controller = new AbortController()
    const run = compose().openRun({
      admission,
      report: ({ type }) => {
        if (type === 'assembly.composed') queueMicrotask(() => controller.abort(reason))
      },
    })
    let sent = 0
    const sending = run.dispatch(
      [user()],
      () => {
        sent += 1
      },
      { signal: controller.signal },
    )
    expect(await rejectionOf(sending)).toBe(reason)
    expect(sent).toBe(0)
  })

  test('an abort while the list is sent settles the call at once, and tells who sends', async () => {
    const controller = new AbortController()
    const answer = deferred<string>()
    let told: AbortSignal | undefined
    const run = open()
    const sending = rejectionOf(
      run.dispatch(
        [user()],
        (_, { signal }) => {
          told = signal
          return answer.promise
        },
        { signal: controller.signal },
      ),
    )
    await quiet()
    controller.abort(reason)
    expect(await sending).toBe(reason)
    expect(told?.reason).toBe(reason)
    answer.reject(new Error('too late'))
    await quiet()
    await expectUsable(run)
  })

  test.each(['assembly.started', 'assembly.completed', 'assembly.composed'])(
    'a sink that aborts the call at %s keeps it from being sent',
    async (type) => {
      const controller = new AbortController()
      const heard: string[] = []
      const run = compose().openRun({
        admission,
        report: (event) => {
          heard.push(event.type)
          if (event.type === type) controller.abort(reason)
        },
      })
      const sending = run.dispatch([user()], () => 'sent', { signal: controller.signal })
      expect(await rejectionOf(sending)).toBe(reason)
      expect(heard.at(-1)).toBe(type)
    },
  )
})

test('an abort in the queue leaves the queue in order', async () => {
  const run = compose().openRun({ admission: 'serial' })
  const controller = new AbortController()
  const first = await run.assemble([user('first')])
  const order: string[] = []
  const second = rejectionOf(run.assemble([user('second')], { signal: controller.signal }))
  const third = run.dispatch([user('third')], () => order.push('third'))
  await quiet()
  controller.abort(reason)
  expect(await second).toBe(reason)
  expect(order).toEqual([])
  await first.commit()
  await third
  expect(order).toEqual(['third'])
})

test('a signal that serves many calls warns of nothing and keeps nothing', async () => {
  const warnings: unknown[] = []
  const warn = (warning: unknown): void => {
    warnings.push(warning)
  }
  process.on('warning', warn)
  const { signal } = new AbortController()
  const run = compose().openRun()
  await Promise.all(Array.from({ length: 50 }, () => run.dispatch(large, quiet, { signal })))
  await quiet()
  process.off('warning', warn)
  expect(warnings).toEqual([])
})
