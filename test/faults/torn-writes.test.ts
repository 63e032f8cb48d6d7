import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorage, type Storage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import { expect, test } from 'vitest'
import { artifactWorkspace, digestText } from '../../src/artifacts/index.ts'

const owner = { owner: 'ada', sessionId: 'session', workspaceId: 'place' }
// Characters of one to four bytes, so that a cut falls into each of them.
const body = `a body, ä body, € body, 😀 body ${'x'.repeat(60)}`
const digest = digestText(body)
const bytes = Buffer.byteLength(body)
const recordBytes = 512

/** A storage in which a process ended after this many bytes of the body, or of the record behind a whole body. */
async function crashedStorage(storage: Storage, part: 'bodies' | 'records', length: number): Promise<void> {
  await artifactWorkspace({ storage }).store(body, owner)
  const [key = ''] = await storage.getKeys(`artifacts:${part}`)
  const whole = await storage.getItemRaw(key)
  if (part === 'bodies') await storage.clear()
  await storage.setItemRaw(key, whole.subarray(0, length))
}

/** Reads what a crash has left behind, and stores it again, after retention where something stands in the way. */
async function expectRecovery(storage: Storage): Promise<void> {
  const workspace = artifactWorkspace({ storage })
  const read = await workspace.read(digest, owner)
  if (read.status === 'found') expect(read.body).toBe(body)
  expect(read.status).toMatch(/^(found|missing|unauthorized|workspaceReadFailed)$/)
  const stored = await workspace.store(body, owner)
  if (stored.status === 'failed') {
    expect(stored.reason).toBe('contentAddressMismatch')
    await workspace.retain({ keep: [], olderThanMs: 0 })
    expect(await storage.getKeys()).toEqual([])
    expect((await workspace.store(body, owner)).status).toBe('stored')
  }
  expect(await workspace.read(digest, owner)).toEqual({ status: 'found', body, bytes })
}

const all = (count: number): number[] => Array.from({ length: count + 1 }, (_, length) => length)

test('a body that was cut at any byte is never read, and can be stored once it was removed', async () => {
  await Promise.all(
    all(bytes).map(async (length) => {
      const storage = createStorage()
      await crashedStorage(storage, 'bodies', length)
      // Where the driver knows no time of a write, what has no record has no age.
      storage.getMeta = async () => ({ mtime: new Date(0) })
      await expectRecovery(storage)
    }),
  )
})

test('a record that was cut at any byte hides its body until it is stored again', async () => {
  await Promise.all(
    all(recordBytes).map(async (length) => {
      const storage = createStorage()
      await crashedStorage(storage, 'records', length)
      await expectRecovery(storage)
    }),
  )
})

test('the same holds for files', async () => {
  const base = await mkdtemp(join(tmpdir(), 'plimsoll-torn-'))
  try {
    for (const [part, length] of [
      ...(['bodies', 'records'] as const).flatMap((part) => [0, 1, 50].map((at) => [part, at] as const)),
      ['bodies', bytes - 1] as const,
    ]) {
      const storage = createStorage({ driver: fsDriver({ base: join(base, `${part}-${length}`) }) })
      await crashedStorage(storage, part, length)
      await expectRecovery(storage)
    }
  } finally {
    await rm(base, { recursive: true, force: true })
  }
})

test.each(['bodies', 'records'] as const)(
  'an abort ends the patience with what is torn of %s at once',
  async (part) => {
    const storage = createStorage()
    await crashedStorage(storage, part, 7)
    if (part === 'bodies') {
      const whole = createStorage()
      await artifactWorkspace({ storage: whole }).store(body, owner)
      const [key = ''] = await whole.getKeys('artifacts:records')
      await storage.setItemRaw(key, await whole.getItemRaw(key))
    }
    const controller = new AbortController()
    const reason = new Error('enough')
    const { getItemRaw } = storage
    let reads = 0
    storage.getItemRaw = (async (key: string) => {
      reads += 1
      const item = await getItemRaw(key)
      // Behind the read, when the wait has begun.
      if (item?.byteLength === 7) setImmediate(() => controller.abort(reason))
      return item
    }) as typeof getItemRaw // for any key
    const reading = artifactWorkspace({ storage }).read(digest, owner, { signal: controller.signal })
    await expect(reading).rejects.toBe(reason)
    expect(reads).toBeLessThanOrEqual(part === 'bodies' ? 2 : 1)
  },
)
