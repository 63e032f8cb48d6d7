import { expect, test } from 'vitest'
import { artifactWorkspace, digestText } from '../../src/artifacts/index.ts'
import { bodyOf, historyOf, keyOf, openBodyRun, referenceOf, workspaceWith } from '../leases/body-run.ts'
import { everyOperation, remoteLeases } from '../leases/remote-leases.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, system, user } from '../support/messages.ts'

// What the fault cases have found, each by itself.

const never = new Promise<never>(() => {})
const reason = new Error('enough')

/** Aborts once everything that can happen without a timer has happened. */
function abortSoon(): AbortSignal {
  const controller = new AbortController()
  setImmediate(() => controller.abort(reason))
  return controller.signal
}

test.each(['reserve', 'send', 'commit'] as const)(
  'an abort ends a call whose coordinator never answers to %s',
  async (operation) => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    leases[operation] = () => never
    const sending = run.dispatch(historyOf('a'), () => 'answer', { signal: abortSoon() })
    await expect(sending).rejects.toBe(reason)
  },
)

test('an abort ends a call whose coordinator never answers when it is released', async () => {
  const leases = remoteLeases()
  const run = await openBodyRun('a', { leases })
  const refusal = new Error('overloaded')
  leases.release = () => never
  const sending = run.dispatch(historyOf('a'), () => Promise.reject(refusal), { signal: abortSoon() })
  await expect(sending).rejects.toBe(refusal)
})

test('an abort ends a request for a body whose coordinator never answers', async () => {
  const leases = remoteLeases()
  const run = await openBodyRun('', { leases, workspace: await workspaceWith('a') })
  leases.deliveredOf = () => never
  await expect(run.rehydrate(referenceOf('a'), { signal: abortSoon() })).rejects.toBe(reason)
})

test('closing a run waits until shared leases know that its calls are released', async () => {
  const leases = remoteLeases()
  const run = await openBodyRun('a', { leases })
  await run.assemble(historyOf('a'))
  let open: () => void = () => {}
  leases.gate = new Promise((resolve) => {
    open = resolve
  })
  let isClosed = false
  const closing = run.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  open()
  await closing
  expect(await leases.anyFree([keyOf('a')], 1)).toBe(true)
})

test('a run that fails to tell its shared leases of a release closes all the same', async () => {
  const leases = remoteLeases()
  const run = await openBodyRun('a', { leases })
  await run.assemble(historyOf('a'))
  leases.failing = everyOperation
  await expect(run.close()).resolves.toBeUndefined()
})

test('a run that is closed while a body is being read back neither keeps nor holds it', async () => {
  const workspace = await workspaceWith('a')
  const leases = remoteLeases()
  const run = await openBodyRun('', { leases, workspace })
  const { signal } = new AbortController()
  const asked = leases.deliveredOf
  let count = 0
  // The second time that it is asked, the body was read.
  leases.deliveredOf = async (...all) => {
    count += 1
    if (count === 2) await run.close()
    return asked(...all)
  }
  await expect(run.rehydrate(referenceOf('a'), { signal })).rejects.toMatchObject({ code: 'runClosed' })
  expect(await workspace.retain({ keep: [], olderThanMs: 0 })).toMatchObject({ removedBodies: 1 })
})

test('a run that is closed while a result is being kept does not hold it', async () => {
  const own = artifactWorkspace()
  const run = compose().openRun({
    offload: { inlineLimitBytes: 10 },
    workspace: {
      ...own,
      store: async (body, owner, origin) => {
        await run.close()
        // As one that does not look at the signal.
        return own.store(body, owner, origin)
      },
    } as typeof own, // which can hold
  })
  const offloading = run.offload(bodyOf('a'), { signal: new AbortController().signal })
  await expect(offloading).rejects.toMatchObject({ code: 'runClosed' })
  expect(await own.retain({ keep: [], olderThanMs: 0 })).toMatchObject({ removedBodies: 1 })
})

test('a workspace that ignores an abort does not hold up the next call', async () => {
  const own = artifactWorkspace()
  let isStuck = true
  const workspace = {
    ...own,
    store: (...all: Parameters<typeof own.store>) => (isStuck ? never : own.store(...all)),
  }
  const run = compose({ elideOlderResults: true }).openRun({ workspace, offload: { inlineLimitBytes: 100 } })
  const list = [
    ...[system(), user('Look.')],
    ...[...exchange('one', bytes(600, 'a')), ...exchange('two', bytes(600, 'b'))],
  ]
  await expect(run.dispatch(list, () => 'answer', { signal: abortSoon() })).rejects.toBe(reason)
  isStuck = false
  expect(await run.dispatch(list, () => 'answer')).toBe('answer')
  expect((await own.read(digestText(bytes(600, 'a')), null)).status).toBe('found')
})

test('an abort ends the keeping of a result whose workspace never answers', async () => {
  const workspace = { ...artifactWorkspace(), store: () => never }
  const run = compose().openRun({ workspace, offload: { inlineLimitBytes: 10 } })
  await expect(run.offload(bodyOf('a'), { signal: abortSoon() })).rejects.toBe(reason)
})

test.each(['stat', 'read'] as const)(
  'an abort ends a request for a body whose workspace never answers to %s',
  async (operation) => {
    const workspace = { ...(await workspaceWith('a')), [operation]: () => never }
    const run = await openBodyRun('', { workspace })
    await expect(run.rehydrate(referenceOf('a'), { signal: abortSoon() })).rejects.toBe(reason)
  },
)

test('a clock that throws disturbs no call, and no number of an event is lost', async () => {
  const numbers: number[] = []
  let isBroken = false
  const run = compose().openRun({
    report: ({ sequenceNumber }) => numbers.push(sequenceNumber),
    clock: () => {
      if (isBroken) throw reason
      return 0
    },
  })
  await run.dispatch([user()], () => 'answer')
  isBroken = true
  expect(await run.dispatch([user()], () => 'answer')).toBe('answer')
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6])
  expect(run.metrics().reportFailureCount).toBe(3)
})
