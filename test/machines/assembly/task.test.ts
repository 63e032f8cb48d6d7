import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { task } from '../../../machines/assembly/task.ts'
import type { Awaitable, RecheckedFacts } from '../../../machines/index.ts'
import { silentWorkbench } from '../../../src/testing/paths/silent-workbench.ts'

const facts: RecheckedFacts = { staleness: 'none', newestSize: 1 }

test('a step that answers at once is over when the chart has started', () => {
  const { events } = startTask(() => facts)
  expect(events).toEqual([{ type: 'history.rechecked', epoch: 3, facts }])
})

test('a step that answers later is waited for', async () => {
  const { events } = startTask(() => Promise.resolve(facts))
  expect(events).toEqual([])
  await turn()
  expect(events).toEqual([{ type: 'history.rechecked', epoch: 3, facts }])
})

test.each([
  ['throws', () => raise()],
  ['rejects', async () => raise()],
] as const)(
  'what a step %s with goes to the workbench, and the chart hears only that it failed',
  async (_, work) => {
    const { events, kept } = startTask(work)
    await turn()
    expect(events).toEqual([{ type: 'step.failed', epoch: 3 }])
    expect(kept).toEqual([failure])
  },
)

test('a hostile promise that settles twice is heard once', async () => {
  const hostile = {
    // biome-ignore lint/suspicious/noThenProperty: the test is about one that misbehaves
    then: (settle: (value: RecheckedFacts) => void, refuse: (error: unknown) => void) => {
      settle(facts)
      settle(facts)
      refuse(failure)
      throw failure
    },
  }
  const { events, kept } = startTask(() => hostile as PromiseLike<RecheckedFacts>) // a promise by its shape only
  await turn()
  expect(events).toEqual([{ type: 'history.rechecked', epoch: 3, facts }])
  expect(kept).toEqual([])
})

test('a step that is left unanswered is told to stop, and what it still says is ignored', async () => {
  let answer: (value: RecheckedFacts) => void = () => {}
  const { events, signals, leave } = startTask(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  leave()
  expect(signals[0]?.aborted).toBe(true)
  answer(facts)
  await turn()
  expect(events).toEqual([])
})

test('a step that has answered is not told to stop', () => {
  const { signals, leave } = startTask(() => facts)
  leave()
  expect(signals[0]?.aborted).toBe(false)
})

const failure = new Error('from the host')

function raise(): never {
  throw failure
}

function startTask(work: () => Awaitable<RecheckedFacts>) {
  const events: object[] = []
  const kept: unknown[] = []
  const signals: AbortSignal[] = []
  const workbench = { ...silentWorkbench, keep: (error: unknown) => kept.push(error) }
  const machine = setup({
    actors: {
      step: task('history.rechecked', (_, signal) => {
        signals.push(signal)
        return work()
      }),
    },
    actions: { note: ({ event }) => events.push(event) },
  }).createMachine({
    initial: 'working',
    states: {
      working: {
        invoke: { id: 'step', src: 'step', input: { workbench, epoch: 3, attempt: 0, last: [] } },
        on: { leave: 'left', '*': { actions: 'note' } },
      },
      left: {},
    },
  })
  const actor = createActor(machine)
  actor.start()
  return { events, kept, signals, leave: () => actor.send({ type: 'leave' }) }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
