import { describe, expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  type AssemblyDiagnostics,
  createPlimsoll,
  type HybridProfile,
  type PlimsollEvent,
  requestCapabilities,
} from '../../src/index.ts'
import type { Plan } from '../../src/reducers/index.ts'
import { deferred, quiet, rejectionOf } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { EventLog } from './event-log.ts'
import { openPassThrough, ownError, play, situations } from './situations.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]

function diagnosticsOf(event: PlimsollEvent | undefined): AssemblyDiagnostics | undefined {
  return event && 'diagnostics' in event ? event.diagnostics : undefined
}

describe.each(situations)('when $name', (situation) => {
  test('each event is told exactly once, in order, under one assembly id', async () => {
    const log = new EventLog()
    const { run, sending } = play(situation, { report: log.report })
    const { rejection } = situation
    if (rejection === undefined) expect(await sending).toBe('sent')
    else if (rejection === ownError) expect(await rejectionOf(sending)).toBe(ownError)
    else expect(await rejectionOf(sending)).toMatchObject(rejection)
    await quiet()
    await run.close()
    expect(log.types).toEqual(situation.events)
    expect(new Set(log.events.map(({ assemblyId }) => assemblyId)).size).toBeLessThanOrEqual(1)
    expect(log.events.map(({ sequenceNumber }) => sequenceNumber)).toEqual(log.events.map((_, at) => at + 1))
  })

  test('the diagnostics are one frozen object, and their categories add up', async () => {
    const log = new EventLog()
    const { sending } = play(situation, { report: log.report })
    await sending.catch(() => {})
    const told = log.events.map(diagnosticsOf).filter((diagnostics) => diagnostics !== undefined)
    for (const diagnostics of told) {
      expect(diagnostics).toBe(told[0])
      expect(Object.isFrozen(diagnostics)).toBe(true)
      expect(diagnostics.categories.reduce((sum, { size }) => sum + size, 0)).toBe(diagnostics.finalSize)
    }
  })

  test('a sink that throws, at once or later, disturbs nothing', async () => {
    const problems = vi.fn()
    process.on('unhandledRejection', problems)
    const told: string[] = []
    const { sending } = play(situation, {
      report: ({ type }) => {
        told.push(type)
        if (told.length % 2 === 1) throw new Error('the sink’s own')
        return Promise.reject(new Error('the sink’s own'))
      },
      onRefusal: () => Promise.reject(new Error('the listener’s own')),
    })
    const outcome = await sending.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (situation.rejection === undefined) expect(outcome).toBeUndefined()
    else expect(outcome).toMatchObject(situation.rejection)
    expect(told).toEqual(situation.events)
    await quiet()
    process.off('unhandledRejection', problems)
    expect(problems).not.toHaveBeenCalled()
  })

  test('every refusal of ours is heard by its listener, and nobody else’s error is', async () => {
    const refusals: unknown[] = []
    const { sending } = play(situation, {
      onRefusal: (error) => {
        refusals.push(error)
        throw new Error('the listener’s own')
      },
    })
    const outcome = await sending.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    const isOurs = situation.rejection !== undefined && situation.rejection !== ownError
    expect(refusals).toEqual(isOurs ? [outcome] : [])
  })
})

test('without a profile nothing is told', async () => {
  const log = new EventLog()
  const run = openPassThrough({ report: log.report })
  await run.dispatch(large, () => 'sent')
  await run.child().dispatch(large, () => 'sent')
  expect(log.events).toEqual([])
})

test('the call bears the id and the diagnostics of its events', async () => {
  const log = new EventLog()
  const call = await compose().openRun({ report: log.report }).assemble(large)
  expect(log.events.map(({ assemblyId }) => assemblyId)).toEqual([call.id, call.id, call.id])
  expect(diagnosticsOf(log.events[1])).toBe(call.diagnostics)
  expect(diagnosticsOf(log.events[2])).toBe(call.diagnostics)
})

test('a refusal bears the id of its event', async () => {
  const log = new EventLog()
  const run = compose({ upstreamReducer: () => ({}) }).openRun({ report: log.report })
  const error = await rejectionOf(run.assemble([user(bytes(2_000))]))
  expect(error).toMatchObject({ assemblyId: log.events[1]?.assemblyId })
  expect(error).not.toHaveProperty('diagnostics')
})

test('events are frozen, and the first tells what the call is held to', async () => {
  const log = new EventLog()
  await compose({ triggerMarginBytes: 100 }).openRun({ id: 'run-1', report: log.report }).assemble([user()])
  expect(log.events[0]).toEqual({
    type: 'assembly.started',
    timestamp: expect.any(Number),
    runId: 'run-1',
    agentId: null,
    parentAgentId: null,
    depth: 0,
    sequenceNumber: 1,
    assemblyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    unit: 'utf8Bytes',
    hardLimit: 1_000,
    triggerThreshold: 900,
  })
  for (const event of log.events) expect(Object.isFrozen(event)).toBe(true)
})

test('assemblies that overlap pair by their ids', async () => {
  const log = new EventLog()
  const answers = [deferred<Plan>(), deferred<Plan>()]
  let asked = 0
  const run = compose({
    upstreamReducer: () => {
      asked += 1
      return answers[asked - 1]?.promise ?? {}
    },
  }).openRun({ report: log.report })
  const first = run.assemble(large)
  const second = run.assemble(large)
  await quiet()
  answers[1]?.resolve({ drop: [0] })
  const secondId = (await second).id
  answers[0]?.resolve({ drop: [0] })
  const firstId = (await first).id
  expect(log.events.map(({ assemblyId }) => (assemblyId === firstId ? 'first' : 'second'))).toEqual([
    ...['first', 'second', 'second', 'second'],
    ...['first', 'first'],
  ])
  expect(new Set(log.events.map(({ assemblyId }) => assemblyId))).toEqual(new Set([firstId, secondId]))
  expect(log.events.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a run, its child and its grandchild count their events together', async () => {
  const log = new EventLog()
  const run = compose().openRun({
    id: 'outer',
    report: log.report,
    identity: { agentId: 'chief', parentAgentId: 'caller' },
  })
  const child = run.child({ id: 'inner', agentId: 'helper' })
  const grandchild = child.child({ id: 'innermost' })
  for (const opened of [run, child, grandchild]) await opened.dispatch([user()], () => 'sent')
  const started = log.events.filter(({ type }) => type === 'assembly.started')
  expect(started).toMatchObject([
    { runId: 'outer', agentId: 'chief', parentAgentId: 'caller', depth: 0, sequenceNumber: 1 },
    { runId: 'inner', agentId: 'helper', parentAgentId: 'chief', depth: 1, sequenceNumber: 4 },
    { runId: 'innermost', agentId: null, parentAgentId: 'helper', depth: 2, sequenceNumber: 7 },
  ])
})

describe('ids in headers', () => {
  const good = ['a', 'A.b_c:d-9', 'x'.repeat(128)]
  const bad = ['', ' ', 'two words', 'a/b', 'é', 'x'.repeat(129), 'a\nb', 7, null, {}]

  test.each(good)('may be %s', (id) => {
    expect(compose().openRun({ id, identity: { agentId: id, parentAgentId: id } }).id).toBe(id)
    expect(compose().openRun().child({ id, agentId: id }).id).toBe(id)
  })

  test.each(bad)('must not be %s, and the refusal does not repeat it', (wrong) => {
    const id = wrong as string // often wrong on purpose
    const opening: readonly (readonly [string, () => unknown])[] = [
      ['id', () => compose().openRun({ id })],
      ['identity.agentId', () => compose().openRun({ identity: { agentId: id } })],
      ['identity.parentAgentId', () => compose().openRun({ identity: { parentAgentId: id } })],
      ['id', () => compose().openRun().child({ id })],
      ['agentId', () => compose().openRun().child({ agentId: id })],
    ]
    for (const [path, open] of opening) {
      expect(open).toThrowError(
        `Options refused: ${path}: must be 1 to 128 letters, digits or ._:- (it stands in every event).`,
      )
    }
  })
})

test.each(['utf8Bytes', 'estimatedTokens', 'cells'])(
  'sizes in %s are labelled by the estimator',
  async (unit) => {
    const log = new EventLog()
    const limit =
      { utf8Bytes: 'hardLimitBytes', estimatedTokens: 'hardLimitTokens' }[unit] ?? 'hardLimitUnits'
    const plimsoll = createPlimsoll<OpenAIChatMessage>({
      capabilities: requestCapabilities(['compaction']),
      hybridProfile: {
        ...{ [limit]: 1_000, upstreamReducer: () => ({}) },
        estimator: { unit, estimate: () => 7 },
      } as unknown as HybridProfile<OpenAIChatMessage>, // the limit's name goes with the unit
    })
    await plimsoll.openRun({ report: log.report }).dispatch([user()], () => 'sent')
    const units = log.events.map((event) => {
      if ('diagnostics' in event) return event.diagnostics.unit
      return 'unit' in event ? event.unit : undefined
    })
    expect(units).toEqual([unit, unit, unit])
  },
)
