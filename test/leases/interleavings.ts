import fc from 'fast-check'
import { expect } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Run } from '../../src/index.ts'
import { historyOf, keyOf, lettersIn } from './body-run.ts'

type Message = OpenAIChatMessage

/** The bodies of which each call of an interleaving wants some. */
export const letters = 'abc'

/** What becomes of one call: which bodies it wants, and how it ends. */
interface CallPlan {
  readonly wants: string
  readonly end: 'commit' | 'release' | 'dispose' | 'abort'
}

const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  wants: fc.subarray([...letters], { minLength: 1 }).map((wanted) => wanted.join('')),
  end: fc.constantFrom('commit', 'commit', 'release', 'dispose', 'abort'),
})

/** Four calls at once, and a limit under which all bodies, or only some, fit. */
export const interleaving = fc.record({
  plans: fc.array(callPlan, { minLength: 4, maxLength: 4 }),
  hardLimitBytes: fc.constantFrom(10_000, 1_300),
  scheduler: fc.scheduler(),
})

type Interleaving = typeof interleaving extends fc.Arbitrary<infer T> ? T : never

/**
 * Plays the calls on runs that share their leases, in the order that the scheduler chooses, and checks what must hold: a
 * body is in at most one completed call, no lease outlives its call, and what was released is taken by the next call.
 */
export async function playInterleaving(
  { plans, scheduler }: Interleaving,
  runs: readonly Run<Message>[],
): Promise<void> {
  const completed: string[] = []
  await scheduler.waitFor(
    Promise.all(plans.map((plan, index) => playCall(plan, runOf(index), scheduler, completed))),
  )
  expect(new Set(completed).size, `delivered: ${completed}`).toBe(completed.length)
  for (let round = 0; round < letters.length; round += 1) {
    const before = completed.length
    for (const [index] of runs.entries()) {
      completed.push(...(await runOf(index).dispatch(historyOf(letters), lettersIn)))
    }
    if (completed.length === letters.length) break
    expect(completed.length, 'a body that nobody has is taken').toBeGreaterThan(before)
  }
  expect(completed.toSorted()).toEqual([...letters])
  const { delivered, sending } = await runOf(0).persist()
  expect(sending).toEqual([])
  expect(delivered.map(({ key, count }) => [key, count]).toSorted()).toEqual(
    [...letters].map((letter) => [keyOf(letter), 1]).toSorted(),
  )

  function runOf(index: number): Run<Message> {
    return runs[index % runs.length] as Run<Message> // the index of one of them
  }
}

async function playCall(
  { wants, end }: CallPlan,
  run: Run<Message>,
  scheduler: fc.Scheduler,
  completed: string[],
): Promise<void> {
  const turn = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label)
  const controller = new AbortController()
  const { signal } = controller
  const aborted =
    end === 'abort' ? turn('abort').then(() => controller.abort(new Error('enough'))) : undefined
  const source = { capture: () => scheduler.schedule(Promise.resolve(captureOf(wants)), 'capture') }
  try {
    await turn('start')
    const call = await run.assemble(source, { signal })
    await turn('send')
    if (end === 'release') await call.release()
    else if (end === 'dispose') await call[Symbol.asyncDispose]()
    else if (!signal.aborted) {
      completed.push(...lettersIn(call.messages))
      await call.commit()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await aborted
}

function captureOf(wants: string) {
  return { version: 1, messages: historyOf(wants) }
}
