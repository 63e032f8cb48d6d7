import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Reducer } from '../../src/index.ts'
import type { Plan } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { type Deferred, deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

/** A list that is too large, marked by the size of its newest message. */
const large = (mark: number): Message[] => [user(bytes(600)), user(bytes(600)), user(bytes(mark))]

/** A reducer whose answers the test gives, by the mark of the list. */
function held() {
  const answers = new Map<number, Deferred<Plan>>()
  const upstreamReducer: Reducer<Message> = ({ units }) => {
    const answer = deferred<Plan>()
    answers.set(units.at(-1)?.size ?? -1, answer)
    return answer.promise
  }
  return { answers, upstreamReducer }
}

test('calls of a run overlap, and each gets its own list whatever the order of the answers', async () => {
  const { answers, upstreamReducer } = held()
  const run = compose({ upstreamReducer }).openRun()
  const lists = Array.from({ length: 50 }, (_, mark) => large(mark + 1))
  const assembling = lists.map((list) => run.assemble(list))
  await quiet()
  expect(answers.size).toBe(50)
  for (const mark of [...answers.keys()].sort((left, right) => ((left * 37) % 50) - ((right * 37) % 50))) {
    answers.get(mark)?.resolve({ drop: [mark % 2] })
    await quiet()
  }
  const calls = await Promise.all(assembling)
  calls.forEach((call, place) => {
    const list = lists[place] ?? []
    expect(call.messages).toHaveLength(2)
    expect(call.messages[0]).toBe(list[(place + 1) % 2 === 0 ? 1 : 0])
    expect(call.messages[1]).toBe(list[2])
  })
  expect(new Set(calls.map(({ id }) => id)).size).toBe(50)
})

test('one call that fails leaves the others alone', async () => {
  const { answers, upstreamReducer } = held()
  const run = compose({ upstreamReducer }).openRun()
  const assembling = [1, 2, 3].map((mark) => run.assemble(large(mark)))
  await quiet()
  const failure = new Error('the reducer failed')
  answers.get(2)?.reject(failure)
  expect(await rejectionOf(assembling[1] ?? Promise.resolve())).toBe(failure)
  answers.get(3)?.resolve({ drop: [0] })
  answers.get(1)?.resolve({ drop: [0] })
  expect((await assembling[0])?.messages).toHaveLength(2)
  expect((await assembling[2])?.messages).toHaveLength(2)
})

describe('with serial admission', () => {
  test('calls go one after the other, in the order of asking', async () => {
    const run = compose().openRun({ admission: 'serial' })
    const log: string[] = []
    const gates = Array.from({ length: 50 }, () => deferred())
    const sending = gates.map((gate, number) =>
      run.dispatch([user(String(number))], async () => {
        log.push(`sent ${number}`)
        await gate.promise
        log.push(`answered ${number}`)
      }),
    )
    for (const gate of gates) {
      await quiet()
      gate.resolve()
    }
    await Promise.all(sending)
    expect(log).toEqual(gates.flatMap((_, number) => [`sent ${number}`, `answered ${number}`]))
  })

  test('a call looks at its history when its turn comes', async () => {
    const run = compose().openRun({ admission: 'serial' })
    const history = [user('first')]
    const first = await run.assemble([user()])
    const second = run.assemble(history)
    history.push(user('second'))
    await first.commit()
    expect((await second).messages).toHaveLength(2)
  })

  test('the child of a run has a queue of its own', async () => {
    const run = compose().openRun({ admission: 'serial' })
    await run.assemble([user()])
    expect((await run.child().assemble([user()])).messages).toHaveLength(1)
  })
})

test('a history that changes interrupts only the calls that are made from it', async () => {
  const listeners = new Set<() => void>()
  let version = 0
  const source = {
    capture: () => ({ version, messages: large(1) }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const signals: AbortSignal[] = []
  const run = compose({
    maximumCompactionAttempts: 2,
    upstreamReducer: ({ signal, attempt }) => {
      signals.push(signal)
      return attempt === 1 ? new Promise<Plan>(() => {}) : { drop: [0] }
    },
  }).openRun()
  const live = run.assemble(source)
  const other = run.assemble(large(2), { signal: AbortSignal.timeout(60_000) })
  await quiet()
  version += 1
  for (const listener of listeners) listener()
  expect((await live).diagnostics).toMatchObject({ restartCount: 1 })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
  await run.close()
  expect(await rejectionOf(other)).toMatchObject({ code: 'runClosed' })
})
