import { describe, expect, test } from 'vitest'
import type { PlimsollEvent } from '../../src/index.ts'
import { createPlimsoll } from '../../src/index.ts'
import type { PersistedRun } from '../../src/run/persisted-run.ts'
import {
  bodyOf,
  historyOf,
  keyOf,
  lettersIn,
  openBodyRun,
  referenceOf,
  workspaceWith,
} from '../leases/body-run.ts'
import { isFree, remoteLeases } from '../leases/remote-leases.ts'
import { compose } from '../support/compose.ts'
import { user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

const plimsoll = compose({ hardLimitBytes: 10_000 })

/** What arrives of a state where it travels as JSON. */
const travelled = (state: PersistedRun): PersistedRun => JSON.parse(JSON.stringify(state))

describe('a persisted run', () => {
  test('is JSON of names and numbers', async () => {
    const run = await openBodyRun('ab', { id: 'request-7' })
    await run.dispatch(historyOf('a'), () => {})
    const state = await run.persist()
    expect(state).toMatchObject({
      version: 1,
      runId: 'request-7',
      leases: 'own',
      delivered: [{ key: keyOf('a'), count: 1 }],
      sending: [],
      pending: [{ key: keyOf('b'), source: 'toolRequest' }],
      sequenceNumber: 0,
      callNumber: 1,
      limitFactor: 1,
      metrics: run.metrics(),
    })
    expect(travelled(state)).toEqual(state)
  })

  test('goes on where it was: what was delivered is not sent again, what waited is', async () => {
    const workspace = await workspaceWith('ab')
    const run = await openBodyRun('ab', { workspace })
    await run.dispatch(historyOf('a'), () => {})
    const restored = await plimsoll.restoreRun(travelled(await run.persist()), { workspace })
    expect(restored.id).toBe(run.id)
    expect(await restored.dispatch(historyOf('ab'), lettersIn)).toEqual(['b'])
    const again = await restored.rehydrate(referenceOf('a'))
    expect(again).toMatchObject({ outcome: 'resolved', alreadyDelivered: true })
  })

  test('frees what a call had reserved, and counts as delivered what one was sending', async () => {
    const workspace = await workspaceWith('ab')
    const run = await openBodyRun('ab', { workspace })
    const sending = await run.assemble(historyOf('a'))
    const state = travelled(await run.persist())
    expect(state).toMatchObject({ delivered: [], sending: [keyOf('a')] })
    expect(lettersIn(sending.messages)).toEqual(['a'])
    const restored = await plimsoll.restoreRun(state, { workspace })
    expect(await restored.dispatch(historyOf('ab'), lettersIn)).toEqual(['b'])
  })

  test('keeps how often each body went out', async () => {
    const options = { workspace: await workspaceWith('a'), bodyDelivery: { calls: 2 } }
    const run = await openBodyRun('a', options)
    await run.dispatch(historyOf('a'), () => {})
    const restored = await plimsoll.restoreRun(travelled(await run.persist()), options)
    expect(await restored.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
    expect(await restored.dispatch(historyOf('a'), lettersIn)).toEqual([])
    expect((await restored.persist()).delivered).toEqual([{ key: keyOf('a'), count: 2 }])
  })

  test('asks for a part of an artifact as it was asked for', async () => {
    const workspace = await workspaceWith('a')
    const run = await openBodyRun('', { workspace })
    await run.rehydrate(referenceOf('a'), { range: [0, 8] })
    const state = travelled(await run.persist())
    expect(state.pending).toEqual([{ key: `${keyOf('a')}:0-8`, source: 'policy' }])
    const restored = await plimsoll.restoreRun(state, { workspace })
    expect((await restored.persist()).pending).toEqual(state.pending)
  })

  test('numbers its events on, and adds to its totals', async () => {
    const events: PlimsollEvent[] = []
    const report = (event: PlimsollEvent): unknown => events.push(event)
    const run = plimsoll.openRun({ report })
    await run.dispatch([user('First.')], () => {})
    const restored = await plimsoll.restoreRun(travelled(await run.persist()), { report })
    await restored.dispatch([user('And the second.')], () => {})
    expect(events.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([run.id]))
    const { composedCount, outcomes, originalSize } = restored.metrics()
    expect({ composedCount, withinLimit: outcomes.withinLimit, originalSize }).toEqual({
      composedCount: 2,
      withinLimit: 2,
      originalSize: { total: 21, largest: 15 },
    })
    expect((await restored.persist()).callNumber).toBe(2)
  })

  test('keeps the lower limit that a provider taught it', async () => {
    const run = plimsoll.openRun()
    await (await run.assemble([user()])).release({ overflow: true })
    const restored = await plimsoll.restoreRun(travelled(await run.persist()))
    const { diagnostics } = await restored.assemble([user()])
    expect(diagnostics?.hardLimit).toBe(7_500)
  })

  test('holds no text, no body and no identity', async () => {
    const trustBinding = {
      owner: 'owner-canary',
      sessionId: 'session-canary',
      workspaceId: 'space-canary',
      current: () => true,
    }
    const workspace = await workspaceWith('')
    await workspace.store(bodyOf('a'), {
      owner: 'owner-canary',
      sessionId: 'session-canary',
      workspaceId: 'space-canary',
    })
    const run = plimsoll.openRun({ workspace, trustBinding, identity: { agentId: 'agent-canary' } })
    await run.rehydrate(referenceOf('a'), { source: 'toolRequest' })
    const call = await run.assemble([...historyOf('a'), user('text-canary')])
    const text = JSON.stringify(await run.persist())
    expect(lettersIn(call.messages)).toEqual(['a'])
    expect(text).not.toMatch(/canary|body|Look it up|artifact:/)
    expect(text).toContain(keyOf('a'))
  })

  test('of a closed run there is none', async () => {
    for (const run of [plimsoll.openRun(), createPlimsoll().openRun()]) {
      await run.close()
      expect(await rejectionOf(run.persist())).toMatchObject({ code: 'runClosed' })
    }
  })

  test('without compaction is a name, and goes on as one', async () => {
    const state = travelled(await createPlimsoll().openRun({ id: 'plain' }).persist())
    expect(state).toMatchObject({ runId: 'plain', delivered: [], callNumber: 0 })
    const restored = await createPlimsoll().restoreRun(state)
    expect([restored.id, restored.isBounding]).toEqual(['plain', false])
  })
})

describe('a run with shared leases', () => {
  test('leaves to its coordinator what others are sending', async () => {
    const leases = remoteLeases()
    const workspace = await workspaceWith('a')
    const run = await openBodyRun('a', { leases, workspace })
    const call = await run.assemble(historyOf('a'))
    const state = travelled(await run.persist())
    expect(state).toMatchObject({ leases: 'shared', sending: [keyOf('a')] })
    const restored = await plimsoll.restoreRun(state, { leases, workspace })
    await call.release()
    expect(await restored.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
  })

  test('tells its coordinator what the run delivered without it', async () => {
    const leases = remoteLeases()
    const workspace = await workspaceWith('ab')
    const run = await openBodyRun('ab', { workspace })
    await run.dispatch(historyOf('a'), () => {})
    await run.assemble(historyOf('b'))
    await plimsoll.restoreRun(travelled(await run.persist()), { leases, workspace })
    expect(await Promise.all(['a', 'b'].map((letter) => isFree(leases, keyOf(letter))))).toEqual([
      false,
      false,
    ])
  })

  test('goes on alone with what it knew, where what was sent counts as delivered', async () => {
    const leases = remoteLeases()
    const workspace = await workspaceWith('ab')
    const run = await openBodyRun('ab', { leases, workspace })
    await run.dispatch(historyOf('a'), () => {})
    await run.assemble(historyOf('b'))
    const restored = await plimsoll.restoreRun(travelled(await run.persist()), { workspace })
    expect(await restored.dispatch(historyOf('ab'), lettersIn)).toEqual([])
  })

  test('that can not be restored in full holds no artifact afterwards', async () => {
    const inner = await workspaceWith('ab')
    const run = await openBodyRun('ab', { workspace: inner })
    const state = travelled(await run.persist())
    await run.close()
    const read: typeof inner.read = async (digest, ...rest) =>
      digest === keyOf('b') ? { status: 'workspaceReadFailed' } : inner.read(digest, ...rest)
    const refused = await rejectionOf(plimsoll.restoreRun(state, { workspace: { ...inner, read } }))
    expect(refused).toMatchObject({ code: 'artifact', problem: 'readFailed' })
    await inner.retain({ keep: [], olderThanMs: 0 })
    expect(await inner.stat(keyOf('a'), null)).toEqual({ status: 'missing' })
  })

  test('is not restored while its coordinator is out of reach', async () => {
    const leases = remoteLeases()
    leases.failing = new Set(['restore'])
    const state = await plimsoll.openRun().persist()
    expect(await rejectionOf(plimsoll.restoreRun(state, { leases }))).toMatchObject({ code: 'lease' })
  })
})

describe('a state that is not in order', () => {
  const key = keyOf('a')

  test.each<[path: string, wrong: unknown]>([
    ['runId', { runId: 'two words' }],
    ['leases', { leases: 'mine' }],
    ['delivered', { delivered: {} }],
    ['delivered.0.key', { delivered: [{ key: '../etc', count: 1 }] }],
    ['delivered.0.count', { delivered: [{ key, count: 0 }] }],
    ['delivered.0.count', { delivered: [{ key, count: Number.MAX_SAFE_INTEGER }] }],
    ['sending.1', { sending: [key, 'a text'] }],
    ['pending.0.key', { pending: [{ key: `${key}:9-3`, source: 'policy' }] }],
    ['pending.0.key', { pending: [{ key: `${key}:0-9999999999999999`, source: 'policy' }] }],
    ['pending.0.source', { pending: [{ key, source: 'nobody' }] }],
    ['sequenceNumber', { sequenceNumber: -1 }],
    ['callNumber', { callNumber: 0.5 }],
    ['limitFactor', { limitFactor: 2 }],
    ['metrics', { metrics: { unit: 'utf8Bytes', startedCount: 'many' } }],
    ['metrics', { metrics: { unit: 'utf8Bytes', note: 1 } }],
    ['metrics.unit', { metrics: { unit: 'estimatedTokens' } }],
    ['version', { version: 2 }],
    ['version', { version: undefined }],
    ['', { secret: 'more' }],
  ])('is refused with the path %s', async (path, wrong) => {
    const state = { ...(await plimsoll.openRun().persist()), ...(wrong as object) } // fields that are wrong on purpose
    const refused = await rejectionOf(plimsoll.restoreRun(state))
    expect(refused).toMatchObject({ code: 'runState', issues: [expect.objectContaining({ path })] })
    expect(String(refused)).not.toMatch(/two words|etc|secret|many|nobody/)
  })

  test.each([undefined, null, 7, 'state', []])('is refused when it is %j', async (state) => {
    expect(await rejectionOf(plimsoll.restoreRun(state))).toMatchObject({ code: 'runState' })
  })

  test('of an unknown version is not read any further', async () => {
    const refused = await rejectionOf(plimsoll.restoreRun({ version: 2, runs: [] }))
    expect((refused as { issues: unknown }).issues).toEqual([
      { path: 'version', message: 'must be 1: another version of plimsoll may have made it' },
    ])
  })

  test('is told with every field that is wrong', async () => {
    const refused = await rejectionOf(plimsoll.restoreRun({ version: 1 }))
    expect(refused).toMatchObject({ code: 'runState' })
    expect((refused as { issues: unknown[] }).issues.length).toBeGreaterThan(6)
  })

  test('keeps the options of a run in order', async () => {
    const state = await plimsoll.openRun().persist()
    const wrong = { admission: 'later' as 'serial' }
    expect(await rejectionOf(plimsoll.restoreRun(state, wrong))).toMatchObject({ code: 'profile' })
  })

  test('may lack totals that an earlier release did not count', async () => {
    const state = await plimsoll.openRun().persist()
    const { offloads: _, ...metrics } = state.metrics
    const restored = await plimsoll.restoreRun({ ...state, metrics })
    expect(restored.metrics()).toEqual(state.metrics)
  })
})
