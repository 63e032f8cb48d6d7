import { createStorage, type Driver, type Storage } from 'unstorage'
import { describe, expect, onTestFinished, test } from 'vitest'
import { artifactKeys } from '../../src/artifacts/artifact-keys.ts'
import { type ArtifactWorkspace, artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import type { ArtifactOwner } from '../../src/artifacts/workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import type { Digest } from '../../src/context/entry.ts'

/** A driver over an empty place, and what takes the place away. */
export interface OpenedDriver {
  readonly driver: Driver
  close(): Promise<void> | void
}

const mark = 'kanarie'
const ada: ArtifactOwner = { owner: `${mark}-ada`, sessionId: `${mark}-s1`, workspaceId: `${mark}-w1` }
const bob: ArtifactOwner = { owner: `${mark}-bob`, sessionId: `${mark}-s1`, workspaceId: `${mark}-w1` }
const keys = artifactKeys('artifacts')
const body = 'The answer is 42, said the ünïcode 🦉.\n'
const digest = digestText(body)
const bytes = Buffer.byteLength(body)

const bodies: Readonly<Record<string, string>> = {
  nothing: '',
  'a number': '42',
  'a word that JSON knows': 'true',
  JSON: '{"a": 1,\n "b": [null]}',
  'what a driver may take for base64': 'base64:aGVsbG8=',
  'a byte order mark in front': '\ufeffmarked',
  'line ends of all kinds': 'a\r\nb\nc\rd\u2028e',
  'zero bytes and controls': 'a\0b\u0007\u001b[31m',
  'characters of one to four bytes': 'aé€🦉',
  'a mebibyte': 'äöü0'.repeat(2 ** 18).slice(0, 2 ** 20),
}

/** What every storage driver must make of a workspace. */
export function describeWorkspaceContract(title: string, open: () => Promise<OpenedDriver>): void {
  describe(`a workspace on ${title}`, () => {
    test.each(Object.entries(bodies))('gives back %s as it was stored', async (_, text) => {
      const { workspace } = await opened()
      const size = Buffer.byteLength(text)
      expect(await workspace.store(text, ada)).toEqual({
        status: 'stored',
        digest: digestText(text),
        bytes: size,
      })
      expect(await workspace.read(digestText(text), ada)).toEqual({
        status: 'found',
        body: text,
        bytes: size,
      })
    })

    test('refuses half of a surrogate pair, which would come back as another text', async () => {
      const { workspace, storage } = await opened()
      expect(await workspace.store('half \ud83e of an owl', ada)).toEqual({
        status: 'failed',
        reason: 'notWellFormed',
        bytes: Buffer.byteLength('half \ud83e of an owl'),
      })
      expect(await storage.getKeys()).toEqual([])
    })

    test('writes a body once, and tells that it is there the next time', async () => {
      const { workspace, storage, at } = await opened()
      await workspace.store(body, ada, { tool: 'look' })
      at(2_000)
      const first = await storage.getItemRaw(keys.bodyOf(digest))
      expect(await workspace.store(body, ada, { tool: 'other' })).toEqual({
        status: 'existing',
        digest,
        bytes,
      })
      expect(await storage.getItemRaw(keys.bodyOf(digest))).toEqual(first)
      expect(await workspace.stat(digest, ada)).toEqual({
        status: 'found',
        record: { digest, bytes, storedAt: 1_000, tool: 'look' },
      })
    })

    test('keeps a record for each owner, beside one body', async () => {
      const { workspace, storage } = await opened()
      await workspace.store(body, ada)
      expect(await workspace.read(digest, bob)).toEqual({ status: 'unauthorized' })
      expect(await workspace.stat(digest, null)).toEqual({ status: 'unauthorized' })
      expect((await workspace.store(body, bob)).status).toBe('existing')
      expect((await workspace.store(body, null)).status).toBe('existing')
      expect((await workspace.read(digest, bob)).status).toBe('found')
      expect((await workspace.read(digest, null)).status).toBe('found')
      expect(await collect(workspace.list())).toHaveLength(3)
      expect(await collect(workspace.list({ owner: bob }))).toHaveLength(1)
      expect(await storage.getKeys(keys.bodies)).toHaveLength(1)
    })

    test('takes owners for different whose parts only join to the same text', async () => {
      const { workspace } = await opened()
      await workspace.store(body, { owner: 'a', sessionId: 'b', workspaceId: 'c","d' })
      expect(await workspace.stat(digest, { owner: 'a', sessionId: 'b","c', workspaceId: 'd' })).toEqual({
        status: 'unauthorized',
      })
    })

    test('never writes who an owner is', async () => {
      const { workspace, storage } = await opened()
      await workspace.store(body, ada, { tool: 'look' })
      for (const key of await storage.getKeys()) {
        expect(key).not.toContain(mark)
        expect(String(await storage.getItemRaw(key))).not.toContain(mark)
      }
    })

    test('has nothing where nothing was stored', async () => {
      const { workspace } = await opened()
      expect(await workspace.stat(digest, ada)).toEqual({ status: 'missing' })
      expect(await workspace.read(digest, ada)).toEqual({ status: 'missing' })
      expect(await collect(workspace.list())).toEqual([])
      expect(await collect(workspace.verify())).toEqual([])
    })

    test.each([
      ['other bytes of the same length', body.replace('42', '43')],
      ['a beginning of it', body.slice(0, 10)],
      ['nothing', ''],
      ['more behind it', `${body}!`],
    ])('never gives out, and never overwrites, a body in whose place stands %s', async (_, other) => {
      const { workspace, storage } = await opened()
      await workspace.store(body, ada)
      await storage.setItemRaw(keys.bodyOf(digest), Buffer.from(other))
      expect(await workspace.read(digest, ada)).toEqual({ status: 'stale' })
      for (const owner of [ada, bob]) {
        expect(await workspace.store(body, owner)).toEqual({
          status: 'failed',
          reason: 'contentAddressMismatch',
          bytes,
        })
      }
      expect(String(await storage.getItemRaw(keys.bodyOf(digest)))).toBe(other)
      expect(await collect(workspace.verify())).toEqual([{ digest, status: 'stale' }])
    })

    test.each([
      ['no JSON', '{"version":'],
      ['a record of another digest', recordText({ digest: '0'.repeat(64) })],
      ['a size below zero', recordText({ bytes: -1 })],
      ['a further field', recordText({ owner: 'x' })],
      ['a later version', recordText({ version: 2 })],
      ['no object', 'null'],
    ])('takes no record that is %s, and mends it when the body is stored again', async (_, record) => {
      const { workspace, storage } = await opened()
      await workspace.store(body, ada)
      await storage.setItemRaw(keys.recordOf(digest, ada), Buffer.from(record))
      expect(await workspace.stat(digest, ada)).toEqual({ status: 'workspaceReadFailed' })
      expect(await workspace.read(digest, ada)).toEqual({ status: 'workspaceReadFailed' })
      expect(await collect(workspace.list())).toEqual([])
      expect(await collect(workspace.verify())).toEqual([{ digest, status: 'unreadable' }])
      expect((await workspace.store(body, ada)).status).toBe('existing')
      expect((await workspace.read(digest, ada)).status).toBe('found')
    })

    test('completes what a crash left between body and record', async () => {
      const { workspace, storage } = await opened()
      await storage.setItemRaw(keys.bodyOf(digest), Buffer.from(body))
      expect(await workspace.read(digest, ada)).toEqual({ status: 'unauthorized' })
      expect(await workspace.store(body, ada)).toEqual({ status: 'existing', digest, bytes })
      expect((await workspace.read(digest, ada)).status).toBe('found')
    })

    test('calls a body missing that is gone, and stores it anew', async () => {
      const { workspace, storage } = await opened()
      await workspace.store(body, ada)
      await storage.removeItem(keys.bodyOf(digest))
      expect(await workspace.read(digest, ada)).toEqual({ status: 'missing' })
      expect(await collect(workspace.verify())).toEqual([{ digest, status: 'missing' }])
      expect((await workspace.store(body, ada)).status).toBe('stored')
      expect(await collect(workspace.verify())).toEqual([{ digest, status: 'intact' }])
    })

    test('writes once when it is stored many times at once', async () => {
      const { workspace } = await opened()
      const results = await Promise.all(Array.from({ length: 8 }, () => workspace.store(body, ada)))
      expect(results.map(({ status }) => status).sort()).toEqual([...Array(7).fill('existing'), 'stored'])
    })

    test('shares its storage with another workspace that stores the same at once', async () => {
      const { workspace, storage } = await opened()
      const other = artifactWorkspace({ storage })
      const results = await Promise.all(
        [workspace, other].flatMap((each) => [each.store(body, ada), each.store(body, bob)]),
      )
      for (const { status } of results) expect(status).toMatch(/^(stored|existing)$/)
      expect(await other.read(digest, bob)).toEqual({ status: 'found', body, bytes })
    })

    test('lists in the order of the digests, and only what is its own', async () => {
      const { workspace, storage } = await opened()
      const digests: Digest[] = []
      for (const text of ['a', 'b', 'c', 'd']) {
        await workspace.store(text, ada)
        digests.push(digestText(text))
      }
      await artifactWorkspace({ storage, prefix: 'artifacts2' }).store('e', ada)
      await storage.setItemRaw('artifacts:bodies:notes', Buffer.from('of somebody'))
      await storage.setItemRaw(`artifacts:bodies:00:00:${digest}`, Buffer.from('in a wrong place'))
      const listed = await collect(workspace.list())
      expect(listed.map((record) => record.digest)).toEqual(digests.sort())
    })

    test('throws the reason of a signal that is aborted, before it touches the storage', async () => {
      const { workspace, storage } = await opened()
      const signal = AbortSignal.abort(new Error('enough'))
      await expect(workspace.store(body, ada, {}, { signal })).rejects.toThrow('enough')
      await expect(workspace.stat(digest, ada, { signal })).rejects.toThrow('enough')
      await expect(workspace.read(digest, ada, { signal })).rejects.toThrow('enough')
      expect(await storage.getKeys()).toEqual([])
    })

    describe('retains', () => {
      test('what is kept, held or young, and removes the rest with its records', async () => {
        const { workspace, storage, at } = await opened()
        for (const text of ['kept', 'held', 'old']) await workspace.store(text, ada)
        at(5_000)
        await workspace.store('young', ada)
        at(6_000)
        const release = workspace.hold(digestText('held'))
        const result = await workspace.retain({ keep: [digestText('kept')], olderThanMs: 5_000 })
        expect(result).toEqual({ removedRecords: 1, removedBodies: 1, failures: 0 })
        expect(await workspace.read(digestText('old'), ada)).toEqual({ status: 'missing' })
        for (const text of ['kept', 'held', 'young'])
          expect((await workspace.read(digestText(text), ada)).status).toBe('found')
        release()
        await workspace.retain({ keep: () => false, olderThanMs: 0 })
        expect(await storage.getKeys()).toEqual([])
      })

      test('a body as long as a record of any owner is left', async () => {
        const { workspace, at } = await opened()
        await workspace.store(body, ada)
        at(5_000)
        await workspace.store(body, bob)
        const result = await workspace.retain({ keep: [], olderThanMs: 1_000 })
        expect(result).toEqual({ removedRecords: 1, removedBodies: 0, failures: 0 })
        expect(await workspace.read(digest, ada)).toEqual({ status: 'unauthorized' })
        expect((await workspace.read(digest, bob)).status).toBe('found')
      })

      test('what is held twice until it is released twice', async () => {
        const { workspace } = await opened()
        await workspace.store(body, ada)
        const [first, second] = [workspace.hold(digest), workspace.hold(digest)]
        first()
        first()
        await workspace.retain({ keep: [], olderThanMs: 0 })
        expect((await workspace.read(digest, ada)).status).toBe('found')
        second()
        await workspace.retain({ keep: [], olderThanMs: 0 })
        expect(await workspace.read(digest, ada)).toEqual({ status: 'missing' })
      })

      test('nothing of a body that no record was ever written for, nor of a damaged one', async () => {
        const { workspace, storage } = await opened()
        await storage.setItemRaw(keys.bodyOf(digest), Buffer.from('half'))
        await workspace.retain({ keep: [], olderThanMs: 0 })
        expect(await storage.getKeys()).toEqual([])
        expect((await workspace.store(body, ada)).status).toBe('stored')
      })

      test('what is stored while it goes on', async () => {
        const { workspace } = await opened()
        await workspace.store(body, ada)
        const [, again] = await Promise.all([
          workspace.retain({ keep: [], olderThanMs: 0 }),
          workspace.store(body, ada),
        ])
        expect(again.status).toMatch(/^(stored|existing)$/)
        expect((await workspace.read(digest, ada)).status).toBe('found')
      })
    })
  })

  async function opened(): Promise<{
    readonly workspace: ArtifactWorkspace
    readonly storage: Storage
    /** Sets the clock. */
    at(now: number): void
  }> {
    const { driver, close } = await open()
    const storage = createStorage({ driver })
    onTestFinished(async () => {
      await storage.dispose()
      await close()
    })
    let now = 1_000
    const workspace = artifactWorkspace({ storage, clock: () => now })
    return {
      workspace,
      storage,
      at: (time) => {
        now = time
      },
    }
  }
}

function recordText(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: 1, digest, bytes, storedAt: 1_000, ...changes })
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
