import { inspect } from 'node:util'
import { AssemblyTerminatedError, CompositionError, liveHistory, ProfileError, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { assemblyMachine, createWorkbench, type WorkbenchOptions } from 'plimsoll/machines'
import { describe, expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { plimsollOf } from '../hosts/ai-sdk/watch-run.ts'

type Options = Partial<WorkbenchOptions<OpenAIChatMessage>>

const dialect = openaiChat<OpenAIChatMessage>({ provider: 'openai' })
const profile = { hardLimitBytes: 4_000, relief: [] } as const
const composition = recommended<OpenAIChatMessage>(profile)

const small: OpenAIChatMessage[] = [{ role: 'user', content: 'Hi.' }]
const long = Array.from(
  { length: 12 },
  (_, at): OpenAIChatMessage => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at} ${'canary '.repeat(60)}`,
  }),
)
const tooLarge: OpenAIChatMessage[] = [{ role: 'user', content: 'canary '.repeat(1_000) }]

function embed(messages: Parameters<typeof createWorkbench<OpenAIChatMessage>>[0], options: Options = {}) {
  return createWorkbench(messages, { composition, dialect, ...options })
}

function assemble({ workbench, bounds }: Pick<ReturnType<typeof embed>, 'workbench' | 'bounds'>) {
  return toPromise(createActor(assemblyMachine, { input: { workbench, bounds } }).start())
}

describe('a workbench in an actor system of the host', () => {
  test('lets a list that fits go as it is', async () => {
    const embedded = embed(small)
    const { messages, diagnostics } = embedded.open(await assemble(embedded))
    expect(messages).toEqual(small)
    expect(messages[0]).toBe(small[0])
    expect(diagnostics).toMatchObject({ outcome: 'withinLimit', hardLimit: 4_000 })
  })

  test('sends what a run would send', async () => {
    const embedded = embed(long)
    const { messages, diagnostics } = embedded.open(await assemble(embedded))
    await using run = plimsollOf(profile).openRun({ dialect })
    const call = await run.assemble(long)
    expect(diagnostics.outcome).toBe('reduced')
    expect(messages).toEqual(call.messages)
    expect(diagnostics).toEqual(call.diagnostics)
  })

  test('refuses what a run would refuse', async () => {
    const embedded = embed(tooLarge)
    const result = await assemble(embedded)
    expect(result.outcome).toBe('irreducible')
    expect(() => embedded.open(result)).toThrow(AssemblyTerminatedError)
    expect(() => embedded.open(result)).not.toThrow(/canary/)
  })

  test('counts what stands beside the messages', async () => {
    const embedded = embed(small, { overhead: ['x'.repeat(100)] })
    expect(embedded.open(await assemble(embedded)).diagnostics.finalSize).toBe(103)
  })

  test('begins again where the history changes meanwhile', async () => {
    const history = liveHistory(long)
    let asked = 0
    const upstreamReducer = () => {
      if (asked++ === 0) history.append({ role: 'user', content: 'And now?' })
      return { drop: [0, 1, 2, 3, 4, 5] }
    }
    const embedded = embed(history, { composition: recommended({ ...profile, upstreamReducer }) })
    const { messages, diagnostics } = embedded.open(await assemble(embedded))
    expect(diagnostics.restartCount).toBe(1)
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'And now?' })
  })

  test('fails with the error of a reducer, by identity', async () => {
    const failure = new Error('down')
    const upstreamReducer = () => Promise.reject(failure)
    const failing = recommended<OpenAIChatMessage>({ ...profile, upstreamReducer, onReducerFailure: 'throw' })
    const embedded = embed(long, { composition: failing })
    const result = await assemble(embedded)
    expect(opening(() => embedded.open(result))).toBe(failure)
  })

  test('opens nothing once its call is aborted', async () => {
    const controller = new AbortController()
    const embedded = embed(small, { signal: controller.signal })
    const result = await assemble(embedded)
    controller.abort(new Error('enough'))
    expect(() => embedded.open(result)).toThrow('enough')
  })

  test('asks no reducer once its call is aborted', async () => {
    const upstreamReducer = () => expect.fail('it is not asked')
    const embedded = embed(long, {
      composition: recommended({ ...profile, upstreamReducer, onReducerFailure: 'throw' }),
      signal: AbortSignal.abort(new Error('enough')),
    })
    const result = await assemble(embedded)
    expect(result).toMatchObject({ outcome: 'failed', attemptCount: 0 })
    expect(() => embedded.open(result)).toThrow('enough')
  })

  test('shows nothing of what it holds', async () => {
    const embedded = embed(long, { callNumber: 7 })
    const actor = createActor(assemblyMachine, { input: embedded }).start()
    await toPromise(actor)
    const shown = [
      inspect(embedded, { depth: 9 }),
      JSON.stringify(embedded),
      JSON.stringify(actor.getPersistedSnapshot()),
    ]
    expect(shown.join()).not.toContain('canary')
    expect(JSON.parse(JSON.stringify(embedded)).workbench).toEqual({ call: 7 })
  })
})

test('a composition without a half is refused', () => {
  expect(() => embed(small, { composition: {} })).toThrow(CompositionError)
  const { hybridProfile } = composition
  expect(() => embed(small, { composition: { hybridProfile: hybridProfile ?? expect.fail() } })).toThrow(
    CompositionError,
  )
})

test('an overhead that leaves no room is refused, given as a size or as texts', () => {
  expect(() => embed(small, { overhead: 4_000 })).toThrow(ProfileError)
  expect(() => embed(small, { overhead: ['x'.repeat(4_000)] })).toThrow(ProfileError)
})

function opening(open: () => unknown): unknown {
  try {
    return open()
  } catch (error) {
    return error
  }
}
