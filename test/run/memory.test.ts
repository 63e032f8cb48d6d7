import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { quiet } from './deferred.ts'

type Message = OpenAIChatMessage

/** A signal that counts who listens to it. */
function counted(): { readonly signal: AbortSignal; listening(): number } {
  const { signal } = new AbortController()
  let listening = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listening += 1
    addEventListener.apply(signal, given)
  }
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listening -= 1
    removeEventListener.apply(signal, given)
  }
  return { signal, listening: () => listening }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const list = (): Message[] => [user(bytes(600)), user(bytes(600)), user('new')]

describe.each([
  { name: 'within the limit', hardLimitBytes: 5_000 },
  { name: 'with one attempt', hardLimitBytes: 1_000 },
])('2,000 calls $name', ({ hardLimitBytes }) => {
  const { signal, listening } = counted()
  const slots = new Set<string>()
  const sent: WeakRef<Message>[] = []
  let root: AnyActorRef | undefined
  const run = compose({ hardLimitBytes }).openRun({
    inspect: (frame: InspectionEvent) => {
      if (frame.type !== '@xstate.actor') return
      const actor = frame.actorRef as AnyActorRef // one of ours
      root ??= actor
      if (actor.id.startsWith('assembly:')) slots.add(actor.id)
    },
  })

  beforeAll(async () => {
    for (let round = 0; round < 200; round += 1) {
      const lists = Array.from({ length: 10 }, list)
      await Promise.all(lists.map((messages) => run.dispatch(messages, quiet, { signal })))
      for (const [first] of lists) if (first) sent.push(new WeakRef(first))
    }
  }, 60_000)

  test('leave no listener on the signal that serves them all', () => {
    expect(listening()).toBe(0)
  })

  test('take no more slots than overlap, and leave no actor but the lease coordinator', () => {
    expect(slots.size).toBeGreaterThan(0)
    expect(slots.size).toBeLessThanOrEqual(10)
    expect(Object.keys(root?.getSnapshot().children ?? {})).toEqual(['leases'])
  })

  test('leave nothing of their messages behind while the run is open', async () => {
    await quiet()
    collectGarbage()
    await quiet()
    collectGarbage()
    expect(sent).toHaveLength(2_000)
    // A few of the last may still stand on the stack.
    expect(sent.filter((message) => message.deref() !== undefined).length).toBeLessThan(50)
    expect(await run.dispatch([user()], () => 'sent')).toBe('sent')
  })
})

test('runs that nobody closes are not kept', async () => {
  const plimsoll = compose()
  const runs: WeakRef<object>[] = []
  for (let count = 0; count < 200; count += 1) {
    const run = plimsoll.openRun()
    await run.dispatch(list(), () => 'sent')
    runs.push(new WeakRef(run))
  }
  await quiet()
  collectGarbage()
  await quiet()
  collectGarbage()
  expect(runs.filter((run) => run.deref() !== undefined).length).toBeLessThan(20)
  expect(plimsoll.isBounding).toBe(true)
})

test('children that are closed are not kept by their parent', async () => {
  const run = compose().openRun()
  const children: WeakRef<object>[] = []
  for (let count = 0; count < 200; count += 1) {
    const child = run.child()
    await child.dispatch(list(), () => 'sent')
    await child.close()
    children.push(new WeakRef(child))
  }
  await quiet()
  collectGarbage()
  await quiet()
  collectGarbage()
  expect(children.filter((child) => child.deref() !== undefined).length).toBeLessThan(20)
  await run.close()
})
