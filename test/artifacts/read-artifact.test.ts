import { test as check, fc } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { readArtifact } from '../../src/artifacts/read-artifact.ts'
import type { Workspace } from '../../src/artifacts/workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import type { ByteRange } from '../../src/context/envelope.ts'
import { owner } from './artifact-outcomes.ts'
import { faultyStorage } from './faulty-storage.ts'

const body = 'aé€🦉, and on it goes'
const digest = digestText(body)

check.prop([fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 9 })])(
  'neighbouring ranges join to the body, whatever they cut into',
  async (text, step) => {
    const workspace = artifactWorkspace()
    await workspace.store(text, owner)
    let joined = ''
    for (let start = 0; start < Buffer.byteLength(text); start += step) {
      const options = { maxBytes: 100, range: [start, start + step] as const }
      const decision = await readArtifact(workspace, owner, digestText(text), options)
      if (decision.outcome === 'resolved') joined += decision.text
    }
    expect(joined).toBe(text)
  },
)

test('a range is told as it was handed out', async () => {
  const workspace = artifactWorkspace()
  await workspace.store(body, owner)
  const rangeOf = async (range: ByteRange) => {
    const decision = await readArtifact(workspace, owner, digest, { maxBytes: 100, range })
    return decision.outcome === 'resolved'
      ? [decision.range, decision.text, decision.observedBytes]
      : undefined
  }
  const bytes = Buffer.byteLength(body)
  expect(await rangeOf([2, 5])).toEqual([[1, 3], 'é', bytes])
  expect(await rangeOf([3, 10])).toEqual([[3, 10], '€🦉', bytes])
  expect(await rangeOf([0, 1_000])).toEqual([[0, bytes], body, bytes])
  expect(await rangeOf([900, 1_000])).toEqual([[bytes, bytes], '', bytes])
})

test.each([
  ['another owner', null, {}],
  ['a budget that is too small', owner, { maxBytes: 9 }],
  ['too little room', owner, { roomBytes: 9 }],
  ['a range that is too large', owner, { maxBytes: 5, range: [0, 6] }],
] as const)('no byte of the body is read for %s', async (_, asking, options) => {
  let reads = 0
  const workspace = artifactWorkspace()
  await workspace.store(body, owner)
  const counting: Workspace = {
    ...workspace,
    read: (...all) => {
      reads += 1
      return workspace.read(...all)
    },
  }
  const decision = await readArtifact(counting, asking, digest, { maxBytes: 100, ...options })
  expect(decision.outcome).toMatch(/^(unauthorized|overBudget)$/)
  expect(reads).toBe(0)
})

test('a record that tells less than there is opens no budget', async () => {
  const storage = faultyStorage()
  const workspace = artifactWorkspace({ storage })
  await workspace.store(body, owner)
  const [key = ''] = await storage.getKeys('artifacts:records')
  await storage.setItemRaw(key, Buffer.from(JSON.stringify({ version: 1, digest, bytes: 1, storedAt: 0 })))
  expect(await readArtifact(workspace, owner, digest, { maxBytes: 5 })).toMatchObject({
    outcome: 'overBudget',
    observedBytes: Buffer.byteLength(body),
    outputBytes: null,
  })
})

test('a range that moved back is held to the budget as it is', async () => {
  const workspace = artifactWorkspace()
  await workspace.store(body, owner)
  const options = { maxBytes: 2, range: [5, 6] as const }
  expect((await readArtifact(workspace, owner, digest, options)).outcome).toBe('overBudget')
})

test.each([0, 1, 2])('a storage that fails at operation %d is an error without its words', async (index) => {
  const storage = faultyStorage()
  const workspace = artifactWorkspace({ storage })
  await workspace.store(body, owner)
  storage.failAt(index, 'throws')
  const error: unknown = await readArtifact(workspace, owner, digest, { maxBytes: 100 }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'artifact', problem: 'readFailed' })
  expect(String(error)).not.toMatch(/kanarie|sha256|[0-9a-f]{16}/)
})

test('a workspace that throws against its contract is an error without its words', async () => {
  const workspace: Workspace = { ...artifactWorkspace(), stat: () => Promise.reject(new Error('kanarie')) }
  const pending = readArtifact(workspace, owner, digest, { maxBytes: 100 })
  await expect(pending).rejects.toMatchObject({ problem: 'readFailed' })
})

test('an abort throws its reason at once', async () => {
  const storage = faultyStorage()
  const workspace = artifactWorkspace({ storage })
  await workspace.store(body, owner)
  const controller = new AbortController()
  storage.failAt(2, 'never answers')
  storage.onFault = () => queueMicrotask(() => controller.abort(new Error('enough')))
  const options = { maxBytes: 100, signal: controller.signal }
  await expect(readArtifact(workspace, owner, digest, options)).rejects.toThrow('enough')
  await expect(readArtifact(workspace, owner, digest, options)).rejects.toThrow('enough')
})

test.each([
  [{ maxBytes: 0 }, 'invalidSize'],
  [{ maxBytes: Number.NaN }, 'invalidSize'],
  [{ maxBytes: 1, roomBytes: Number.NaN }, 'invalidSize'],
  [{ maxBytes: 1, range: [2, 1] }, 'invalidRange'],
  [{ maxBytes: 1, range: [-1, 1] }, 'invalidRange'],
  [{ maxBytes: 1, range: [0, 0.5] }, 'invalidRange'],
] as const)('%j makes no sense', async (options, problem) => {
  await expect(readArtifact(artifactWorkspace(), owner, digest, options)).rejects.toMatchObject({ problem })
})

test('what is no digest is no reference', async () => {
  const pending = readArtifact(artifactWorkspace(), owner, '../secret', { maxBytes: 1 })
  await expect(pending).rejects.toMatchObject({ problem: 'invalidReference' })
})
