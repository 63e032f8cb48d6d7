import type { ArtifactStorage } from '../../../src/artifacts/artifact-storage.ts'
import { bytes } from '../../support/messages.ts'
import type { Scenario } from '../scene.ts'
import { faultyStorage } from './faulty-storage.ts'

const owner = { owner: 'ada', sessionId: 'session', workspaceId: 'place' }
const [one, two] = [bytes(500, 'a'), bytes(400, 'b')]

const checkpoint: Scenario = {
  name: 'a checkpoint before a reference is handed out',
  open: async (host) => {
    const workspace = host.library.artifactWorkspace()
    const keep = (asked: boolean) =>
      host.library.offloadBody(workspace, owner, one, {
        inlineLimitBytes: 100,
        checkpoint: () => (asked ? host.port('checkpoint', () => Promise.resolve()) : undefined),
        signal: asked ? host.signal : undefined,
      })
    return {
      act: async () => {
        const { outcome } = await keep(true)
        if (host.hasFired !== (outcome === 'recoveryRequired') && !host.signal.aborted)
          host.violations.push(`${outcome} where the checkpoint ${host.hasFired ? 'fails' : 'goes well'}`)
      },
      again: () => keep(false),
    }
  },
}

const maintenance: Scenario = {
  name: 'a workspace that is listed, verified and cleaned',
  open: async (host) => {
    const { storage, kept } = faultyStorage(host)
    let time = 0
    const clock = (): number => time
    const workspace = host.library.artifactWorkspace({ storage, clock })
    const looked = host.library.artifactWorkspace({ storage: kept, clock })
    for (const text of [one, two]) await workspace.store(text, owner)
    const [kind, digest] = ['artifacts:bodies', host.library.digestText('alone')]
    await kept.setItemRaw(
      `${kind}:${digest.slice(0, 2)}:${digest.slice(2, 4)}:${digest}`,
      Buffer.from('alone'),
    )
    const damaged = recordKeyOf(await kept.getKeys('artifacts:records'))
    await kept.setItemRaw(damaged, Buffer.from('null'))
    time = 10_000
    const { signal } = host
    const keep = [host.library.digestText(one)]
    const isKept = async (): Promise<void> => {
      const read = await looked.read(keep[0] ?? '', owner)
      if (read.status !== 'found') host.violations.push('what is kept is removed')
    }
    return {
      act: async () => {
        for await (const record of workspace.list({ signal }))
          if (record.bytes === 0) host.violations.push('a record says nothing')
        for await (const { digest: checked, status } of workspace.verify({ signal }))
          if (checked === keep[0] && status === 'missing' && !host.hasFired)
            host.violations.push('it is missing')
        await workspace.stat(host.library.digestText('nothing'), owner, { signal })
        await workspace.retain({ keep, olderThanMs: 5_000, signal })
        await isKept()
      },
      again: async () => {
        await workspace.retain({ keep, olderThanMs: 5_000 })
        await isKept()
      },
    }
  },
}

// A damaged record of the second body, under an owner of its own.
function recordKeyOf(keys: readonly string[]): string {
  const [, second = ''] = keys
  return second.replace(/[0-9a-f]{64}$/, 'f'.repeat(64))
}

/** A storage that tears the first body that it is given, and reads short for a moment. */
const torn: Scenario = {
  name: 'a storage that writes and reads half of a body',
  open: async (host) => {
    const { storage, kept } = faultyStorage(host)
    let isTorn = true
    const tearing: ArtifactStorage = {
      ...storage,
      setItemRaw: async (key, value: unknown) => {
        await storage.setItemRaw(key, isTorn && value instanceof Uint8Array ? value.subarray(0, 9) : value)
        if (isTorn) throw new Error('full')
      },
      getItemRaw: async (key) => {
        const item: unknown = await storage.getItemRaw(key)
        const isShort = shortReads > 0 && item instanceof Uint8Array
        if (isShort) shortReads -= 1
        return (isShort ? item.subarray(0, 9) : item) as never // what a storage answers with
      },
    }
    let shortReads = 0
    const workspace = host.library.artifactWorkspace({ storage: tearing })
    const digest = host.library.digestText(one)
    const { signal } = host
    return {
      act: async () => {
        await workspace.store(one, owner, {}, { signal })
        isTorn = false
        await workspace.store(one, owner, {}, { signal })
        for (let reads = 0; reads < 2; reads += 1) {
          shortReads = 1
          const read = await workspace.read(digest, owner, { signal })
          if (read.status === 'found' && read.body !== one) host.violations.push('wrong bytes are read')
        }
      },
      again: async () => {
        ;[isTorn, shortReads] = [false, 0]
        const looked = host.library.artifactWorkspace({ storage: kept })
        // What a crash left behind may be half of the body: it is never taken for it, and goes with retention.
        const before = await looked.store(one, owner)
        if (before.status === 'failed') await looked.retain({ keep: [], olderThanMs: 0 })
        await looked.store(one, owner)
        const read = await looked.read(digest, owner)
        if (read.status !== 'found' || read.body !== one) host.violations.push('it can not be stored again')
      },
    }
  },
}

export const workspaceScenarios: readonly Scenario[] = [checkpoint, maintenance, torn]
