import { describe, expect, test } from 'vitest'
import {
  ArtifactError,
  type ArtifactWorkspace,
  artifactWorkspace,
  digestText,
  formatEnvelope,
  formatReference,
  type Workspace,
} from '../../src/artifacts/index.ts'
import { createPlimsoll } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { bytes } from '../support/messages.ts'
import { decisionsIn, openArtifactRun, sentText, withResults } from './artifact-run.ts'

const body = bytes(2_000, 'é')
const reference = formatReference(digestText(body))
const owner = { owner: 'o', sessionId: 's', workspaceId: 'w' }

/** A workspace with the body in it, which counts how often a body is read. */
async function stored(change: Partial<Workspace> = {}) {
  const inner: ArtifactWorkspace = artifactWorkspace()
  await inner.store(body, null)
  const reads: string[] = []
  const workspace: Workspace = {
    store: inner.store,
    stat: inner.stat,
    read: (digest, ...rest) => {
      reads.push(digest)
      return inner.read(digest, ...rest)
    },
    ...change,
  }
  return { workspace, inner, reads }
}

describe('a request is decided', () => {
  test('resolved, with the bytes of the body, and told once by the same object', async () => {
    const { workspace } = await stored()
    const { run, events } = openArtifactRun({ workspace })
    const decision = await run.rehydrate(reference, { maxBytes: 4_000 })
    expect(decision).toEqual({
      ...{ outcome: 'resolved', reason: 'digestVerified', source: 'policy', alreadyDelivered: false },
      ...{ range: null, inputBytes: 82, outputBytes: 4_000, observedBytes: 4_000, budgetBytes: 4_000 },
    })
    expect(decisionsIn(events)).toEqual([decision])
    expect(decisionsIn(events)[0]).toBe(decision)
    expect(Object.isFrozen(decision)).toBe(true)
    expect(run.metrics().rehydrations).toMatchObject({ inputBytes: 82, outputBytes: 4_000 })
  })

  test('by an envelope as well as by a reference', async () => {
    const { workspace } = await stored()
    const { run } = openArtifactRun({ workspace })
    const envelope = formatEnvelope({ digest: digestText(body), bytes: 4_000 })
    expect(await run.rehydrate(envelope)).toMatchObject({ outcome: 'resolved' })
  })

  test('a range ends between characters', async () => {
    const { workspace } = await stored()
    const { run } = openArtifactRun({ workspace })
    const decision = await run.rehydrate(reference, { range: [1, 101], source: 'toolRequest' })
    expect(decision).toMatchObject({ range: [0, 100], outputBytes: 100, source: 'toolRequest' })
  })

  test('as delivered, by whatever bytes inside of its characters the same stretch is asked for', async () => {
    const { workspace } = await stored()
    const { run } = openArtifactRun({ workspace })
    await run.rehydrate(reference, { range: [1, 101] })
    const envelope = formatEnvelope({ digest: digestText(body), bytes: 4_000, range: [0, 100] })
    expect(await sentText(run, withResults(envelope))).toContain('untrusted')
    const again = await run.rehydrate(reference, { range: [1, 101] })
    expect(again).toMatchObject({ reason: 'alreadyDelivered', range: [0, 100], outputBytes: null })
  })

  test('as delivered, where all of it was and it is asked for as a range, and the other way round', async () => {
    const { workspace } = await stored()
    const digest = digestText(body)
    const asEnvelope = formatEnvelope({ digest, bytes: 4_000, range: [0, 4_000] })
    for (const ranges of [[undefined, [0, 9_000]] as const, [[0, 4_000], undefined] as const]) {
      const { run } = openArtifactRun({ workspace })
      const [first, second] = ranges
      expect(await run.rehydrate(reference, { range: first, source: 'toolRequest' })).toMatchObject({
        range: null,
      })
      expect(await sentText(run, withResults(asEnvelope))).toContain('untrusted')
      expect(await run.rehydrate(reference, { range: second })).toMatchObject({ reason: 'alreadyDelivered' })
      expect(await sentText(run, withResults(reference, asEnvelope))).not.toContain('untrusted')
    }
  })

  test('overBudget, before the body is read', async () => {
    const { workspace, reads } = await stored()
    const { run } = openArtifactRun({ workspace })
    expect(await run.rehydrate(reference, { maxBytes: 3_999 })).toMatchObject({
      ...{ outcome: 'overBudget', reason: 'budgetExceeded', outputBytes: null, observedBytes: 4_000 },
      budgetBytes: 3_999,
    })
    expect(reads).toEqual([])
  })

  test.each([
    ['the limit without its margin', { hardLimitBytes: 5_000, triggerMarginBytes: 1_001 }],
    ['the limit without what every request carries', { hardLimitBytes: 5_000, requestOverhead: 1_001 }],
  ])('overBudget, where it has no room under %s', async (_, profile) => {
    const { workspace, reads } = await stored()
    const { run } = openArtifactRun({ workspace }, profile)
    expect(await run.rehydrate(reference)).toMatchObject({
      ...{ outcome: 'overBudget', reason: 'noRoom', budgetBytes: 3_999 },
    })
    expect(reads).toEqual([])
  })

  test('missing, where nothing is stored', async () => {
    const { run, events } = openArtifactRun()
    expect(await run.rehydrate(reference)).toMatchObject({ outcome: 'missing', reason: 'notStored' })
    expect(decisionsIn(events)).toHaveLength(1)
  })

  test('unauthorized, where it is another owner’s, before the body is read', async () => {
    const { workspace, reads } = await stored()
    const { run } = openArtifactRun({ workspace, trustBinding: { ...owner, current: () => true } })
    expect(await run.rehydrate(reference)).toMatchObject({
      ...{ outcome: 'unauthorized', reason: 'ownerMismatch', observedBytes: null },
    })
    expect(reads).toEqual([])
  })

  test('stale, where what is stored is no longer it', async () => {
    const { workspace } = await stored({ read: async () => ({ status: 'stale' }) })
    const { run } = openArtifactRun({ workspace })
    expect(await run.rehydrate(reference)).toMatchObject({ outcome: 'stale', reason: 'digestMismatch' })
    expect(await sentText(run, withResults(reference))).not.toContain('untrusted')
  })

  test('unauthorized, where there is no workspace and where compaction is off', async () => {
    for (const run of [compose().openRun(), createPlimsoll().openRun()]) {
      const decision = await run.rehydrate(reference)
      expect(decision).toMatchObject({ outcome: 'unauthorized', reason: 'noAuthorizedWorkspace' })
      await expect(run.rehydrate('file:///etc/passwd')).rejects.toBeInstanceOf(ArtifactError)
    }
  })
})

describe('a request is refused', () => {
  test('for what is no reference, and for a range that is none', async () => {
    const { run, events } = openArtifactRun()
    for (const wrong of ['', 'artifact://sha256/abc', `${reference} `, 7 as unknown as string]) {
      await expect(run.rehydrate(wrong)).rejects.toMatchObject({ problem: 'invalidReference' })
    }
    await expect(run.rehydrate(reference, { range: [5, 1] })).rejects.toMatchObject({
      problem: 'invalidRange',
    })
    await expect(run.rehydrate(reference, { maxBytes: 0 })).rejects.toMatchObject({ problem: 'invalidSize' })
    expect(events).toEqual([])
  })

  test('when the binding is lost, before anything is looked at', async () => {
    const { workspace } = await stored({
      stat: () => {
        throw new Error('looked at')
      },
    })
    const { run } = openArtifactRun({ workspace, trustBinding: { ...owner, current: () => false } })
    await expect(run.rehydrate(reference)).rejects.toThrow(/trust binding/i)
  })

  test('when the binding is lost while the body is read: then nothing waits to be delivered', async () => {
    let trusted = true
    const inner = artifactWorkspace()
    await inner.store(body, owner)
    const workspace: Workspace = {
      ...inner,
      read: async (...request) => {
        trusted = false
        return inner.read(...request)
      },
    }
    const { run } = openArtifactRun({ workspace, trustBinding: { ...owner, current: () => trusted } })
    await expect(run.rehydrate(reference)).rejects.toThrow(/trust binding/i)
    trusted = true
    expect(await sentText(run, withResults(reference))).not.toContain('untrusted')
  })

  test('with the reason of an aborted signal, and when the run is closed', async () => {
    const { workspace } = await stored({ read: () => new Promise(() => {}) })
    const { run } = openArtifactRun({ workspace })
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(run.rehydrate(reference, { signal })).rejects.toThrow('enough')
    await run.close()
    await expect(run.rehydrate(reference)).rejects.toThrow(/closed/)
  })
})

test('an artifact is not looked at until it is asked for, and reading it back writes nothing', async () => {
  const asked: string[] = []
  const inner = artifactWorkspace()
  await inner.store(body, null)
  const workspace: Workspace = {
    store: (...words) => {
      asked.push('store')
      return inner.store(...words)
    },
    stat: (...words) => {
      asked.push('stat')
      return inner.stat(...words)
    },
    read: (...words) => {
      asked.push('read')
      return inner.read(...words)
    },
  }
  const { run } = openArtifactRun({ workspace })
  await sentText(run, withResults(reference))
  expect(asked).toEqual([])
  await run.rehydrate(reference, { source: 'toolRequest' })
  expect(await sentText(run, withResults(reference))).toContain('untrusted')
  expect(asked).toContain('read')
  expect(asked).not.toContain('store')
})

test('an artifact that the run refers to is held until the run is closed', async () => {
  const workspace = artifactWorkspace()
  const { run } = openArtifactRun({ workspace })
  await run.offload(body)
  const sweep = () => workspace.retain({ keep: [], olderThanMs: 0 })
  await sweep()
  expect(await workspace.stat(digestText(body), null)).toMatchObject({ status: 'found' })
  await run.close()
  await sweep()
  expect(await workspace.stat(digestText(body), null)).toEqual({ status: 'missing' })
})
