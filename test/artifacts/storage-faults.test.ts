import { describe, expect, test } from 'vitest'
import { type ArtifactWorkspace, artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import { type Fault, type FaultyStorage, faults, faultyStorage, secret } from './faulty-storage.ts'

const body = 'a body that is worth keeping'
const digest = digestText(body)
const bytes = Buffer.byteLength(body)
const owner = { owner: 'ada', sessionId: 's', workspaceId: 'w' }

type Work = (workspace: ArtifactWorkspace, signal?: AbortSignal) => Promise<{ readonly status: string }>

/** Each piece of work with the operations that it takes of the storage, and what it may answer when one of them fails. */
const works: Readonly<
  Record<
    string,
    { readonly work: Work; readonly prepare: boolean; readonly operations: number; readonly answers: RegExp }
  >
> = {
  'a new body is stored': {
    work: (workspace, signal) => workspace.store(body, owner, {}, { signal }),
    prepare: false,
    operations: 6,
    answers: /^(stored|existing|failed|recoveryRequired)$/,
  },
  'a body is stored again': {
    work: (workspace, signal) => workspace.store(body, owner, {}, { signal }),
    prepare: true,
    operations: 2,
    answers: /^(stored|existing|failed|recoveryRequired)$/,
  },
  'a body is read': {
    work: (workspace, signal) => workspace.read(digest, owner, { signal }),
    prepare: true,
    operations: 2,
    answers: /^(found|stale|missing|unauthorized|workspaceReadFailed)$/,
  },
  'a record is read': {
    work: (workspace, signal) => workspace.stat(digest, owner, { signal }),
    prepare: true,
    operations: 1,
    answers: /^(found|missing|unauthorized|workspaceReadFailed)$/,
  },
  'a record that is not there is read': {
    work: (workspace, signal) => workspace.stat(digest, owner, { signal }),
    prepare: false,
    operations: 2,
    answers: /^(missing|unauthorized|workspaceReadFailed)$/,
  },
}

const answering = (Object.keys(faults) as Fault[]).filter((fault) => fault !== 'never answers') // the keys it was made of

describe.each(Object.entries(works))('when %s', (_, { work, prepare, operations, answers }) => {
  test(`the storage is asked ${operations} times`, async () => {
    const { workspace, storage } = await opened(prepare)
    await work(workspace)
    expect(storage.count).toBe(operations)
  })

  const cases = answering.flatMap((fault) =>
    Array.from({ length: operations }, (_unused, index) => [fault, index] as const),
  )
  test.each(cases)(
    'and it %s at operation %d, there is an answer, and nothing is lost',
    async (fault, index) => {
      const { workspace, storage } = await opened(prepare)
      storage.failAt(index, fault)
      const result = await work(workspace)
      expect(result.status).toMatch(answers)
      expect(JSON.stringify(result)).not.toContain(secret)
      await expectGoodAnswer(workspace, result)
      storage.failAt(-1, fault)
      expect((await workspace.store(body, owner)).status).toMatch(/^(stored|existing)$/)
      expect(await workspace.read(digest, owner)).toEqual({ status: 'found', body, bytes })
    },
  )

  test.each(Array.from({ length: operations }, (_unused, index) => index))(
    'and it never answers at operation %d, an abort is heard at once',
    async (index) => {
      const { workspace, storage } = await opened(prepare)
      const controller = new AbortController()
      storage.failAt(index, 'never answers')
      storage.onFault = () => queueMicrotask(() => controller.abort(new Error('enough')))
      const result = await work(workspace, controller.signal).catch((error: unknown) => error)
      if (result instanceof Error) expect(result).toBe(controller.signal.reason)
      else
        expect(result).toEqual({ status: 'recoveryRequired', reason: 'cancelledAfterWrite', digest, bytes })
      storage.failAt(-1, 'never answers')
      expect((await workspace.store(body, owner)).status).toMatch(/^(stored|existing)$/)
      expect((await workspace.read(digest, owner)).status).toBe('found')
    },
  )
})

/** What says that the body is there is right, and a body that is handed out is the right one. */
async function expectGoodAnswer(
  workspace: ArtifactWorkspace,
  result: { readonly status: string; readonly body?: string },
): Promise<void> {
  if (result.status === 'found' && result.body !== undefined) expect(result.body).toBe(body)
  if (result.status !== 'stored' && result.status !== 'existing') return
  expect(await workspace.read(digest, owner)).toEqual({ status: 'found', body, bytes })
}

const missed = [
  ['throws', 0, { status: 'failed', reason: 'workspaceReadFailed', bytes }],
  ['answers with the error', 0, { status: 'failed', reason: 'workspaceReadFailed', bytes }],
  ['answers with other bytes', 0, { status: 'failed', reason: 'contentAddressMismatch', bytes }],
  ['answers with something else', 0, { status: 'failed', reason: 'contentAddressMismatch', bytes }],
  ['rejects', 1, { status: 'failed', reason: 'workspaceWriteFailed', bytes }],
  // A storage that says nothing and writes nothing, as one that is only for reading.
  ['answers with nothing', 1, { status: 'failed', reason: 'workspaceWriteFailed', bytes }],
  ['throws', 2, { status: 'failed', reason: 'workspaceReadFailed', bytes }],
  ['throws', 3, { status: 'recoveryRequired', reason: 'recordWriteFailed', digest, bytes }],
  ['rejects', 4, { status: 'recoveryRequired', reason: 'recordWriteFailed', digest, bytes }],
  ['answers with nothing', 4, { status: 'recoveryRequired', reason: 'recordWriteFailed', digest, bytes }],
  ['rejects', 5, { status: 'recoveryRequired', reason: 'recordWriteFailed', digest, bytes }],
] as const

test.each(missed)(
  'a storage that %s at operation %d of storing a new body is told so',
  async (fault, index, answer) => {
    const { workspace, storage } = await opened(false)
    storage.failAt(index, fault)
    expect(await workspace.store(body, owner)).toEqual(answer)
  },
)

test('what a full storage has cut off does not stand in the way later', async () => {
  const { workspace, storage } = await opened(false)
  const { setItemRaw } = storage
  storage.setItemRaw = async (key, value: unknown) => {
    await setItemRaw(key, value instanceof Uint8Array ? value.subarray(0, 7) : value)
    throw new Error(secret)
  }
  expect(await workspace.store(body, owner)).toEqual({
    status: 'failed',
    reason: 'workspaceWriteFailed',
    bytes,
  })
  storage.setItemRaw = setItemRaw
  expect((await workspace.store(body, owner)).status).toBe('stored')
})

test('an aborted store does not make the next one of the same body wait', async () => {
  const { workspace, storage } = await opened(false)
  const controller = new AbortController()
  storage.failAt(1, 'never answers')
  storage.onFault = () => queueMicrotask(() => controller.abort())
  const first = workspace.store(body, owner, {}, { signal: controller.signal })
  const second = workspace.store(body, owner)
  expect((await first).status).toBe('recoveryRequired')
  expect((await second).status).toBe('stored')
})

test.each(['throws', 'answers with something else', 'answers with the error'] as const)(
  'a listing that %s is an error without a word of the storage',
  async (fault) => {
    const { workspace, storage } = await opened(true)
    const works = [
      () => workspace.list()[Symbol.asyncIterator]().next(),
      () => workspace.verify()[Symbol.asyncIterator]().next(),
      () => workspace.retain({ keep: [], olderThanMs: 0 }),
    ]
    for (const list of works) {
      storage.failAt(0, fault)
      const error: unknown = await list().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'artifact', problem: 'listingFailed' })
      expect(String(error)).not.toContain(secret)
    }
  },
)

test('retention counts what could not be removed', async () => {
  const { workspace, storage } = await opened(true)
  storage.removeItem = () => Promise.reject(new Error(secret))
  expect(await workspace.retain({ keep: [], olderThanMs: 0 })).toEqual({
    removedRecords: 0,
    removedBodies: 0,
    failures: 1,
  })
  expect((await workspace.read(digest, owner)).status).toBe('found')
})

test('retention leaves a body alone whose record is just being written', async () => {
  const { workspace, storage } = await opened(false)
  const { setItemRaw } = storage
  let write = (): void => {}
  const reached = new Promise<void>((tell) => {
    storage.setItemRaw = async (key, value) => {
      if (key.includes(':records:')) {
        await new Promise<void>((resolve) => {
          write = resolve
          tell()
        })
      }
      return setItemRaw(key, value)
    }
  })
  const storing = workspace.store(body, owner)
  await reached
  const retaining = workspace.retain({ keep: [], olderThanMs: 0 })
  write()
  expect((await storing).status).toBe('stored')
  expect((await retaining).removedBodies).toBe(0)
  expect((await workspace.read(digest, owner)).status).toBe('found')
})

test('a text that is no digest never becomes part of a key', async () => {
  const { workspace, storage } = await opened(true)
  storage.failAt(0, 'throws')
  for (const text of ['', '../../etc/passwd', `${digest}:x`, digest.toUpperCase(), digest.slice(1)]) {
    expect(await workspace.read(text, owner)).toEqual({ status: 'missing' })
    expect(await workspace.stat(text, owner)).toEqual({ status: 'missing' })
  }
  expect(storage.count).toBe(0)
})

async function opened(
  prepare: boolean,
): Promise<{ readonly workspace: ArtifactWorkspace; readonly storage: FaultyStorage }> {
  const storage = faultyStorage()
  const workspace = artifactWorkspace({ storage })
  if (prepare) await workspace.store(body, owner)
  storage.failAt(-1, 'throws')
  return { workspace, storage }
}
