import { describe, expect, test } from 'vitest'
import { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { offloadBody } from '../../src/artifacts/offload-body.ts'
import type { Workspace } from '../../src/artifacts/workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import { formatEnvelope, longestPreviewBytes, parseEnvelope } from '../../src/context/envelope.ts'
import { ArtifactError } from '../../src/errors/artifact-error.ts'
import { offloadRows, owner } from './artifact-outcomes.ts'

const text = 'kanarie: what a tool found out, at some length'
const digest = digestText(text)

test('what is offloaded is replaced by its envelope, and can be read back', async () => {
  const workspace = artifactWorkspace()
  const decision = await offloadBody(workspace, owner, text, { inlineLimitBytes: 10, tool: 'look' })
  expect(decision.digest).toBe(digest)
  expect(decision.text).toBe(formatEnvelope({ digest, bytes: Buffer.byteLength(text) }))
  expect(await workspace.read(digest, owner)).toMatchObject({ body: text })
  expect(await workspace.stat(digest, owner)).toMatchObject({ record: { tool: 'look' } })
})

test('what stays is the very text', async () => {
  const half = 'half \ud83e'
  expect((await offloadBody(null, owner, half, { inlineLimitBytes: 100 })).text).toBe(half)
})

test('half of a surrogate pair is stored as a model would see it', async () => {
  const workspace = artifactWorkspace()
  const decision = await offloadBody(workspace, owner, `${text}\ud83e`, { inlineLimitBytes: 10 })
  expect(decision).toMatchObject({ outcome: 'offloaded', digest: digestText(`${text}\ufffd`) })
  expect(await workspace.read(digestText(`${text}\ufffd`), owner)).toMatchObject({ body: `${text}\ufffd` })
})

test('a preview is a beginning of the text, no longer than previews may be', async () => {
  const long = '€'.repeat(5_000)
  const previewOf = async (previewBytes: number) => {
    const options = { inlineLimitBytes: 10, previewBytes }
    return parseEnvelope((await offloadBody(artifactWorkspace(), owner, long, options)).text)?.preview
  }
  expect(await previewOf(0)).toBeUndefined()
  expect(await previewOf(8)).toBe('€€')
  expect(await previewOf(1_000_000)).toBe('€'.repeat(Math.floor(longestPreviewBytes / 3)))
})

test('no decision without a reference has a digest, nor any of the content in its text', async () => {
  const without = offloadRows.filter(({ outcome }) => outcome === 'failed' || outcome === 'recoveryRequired')
  expect(without.length).toBeGreaterThan(5)
  for (const row of without) {
    const decision = await row.decide()
    expect(decision.digest).toBeNull()
    expect(decision.text).toMatch(
      /^Error: this result of 1\d0 bytes is too large to be shown, and could not be put aside \([a-zA-Z]+\)\. None of it is here\. Ask for a smaller part of it, or try again\.$/,
    )
  }
})

test('a text is not stored again when its envelope comes by', async () => {
  const workspace = artifactWorkspace()
  const options = { inlineLimitBytes: 10, previewBytes: 20 }
  const first = await offloadBody(workspace, owner, text, options)
  const second = await offloadBody(workspace, owner, first.text, options)
  expect(second).toMatchObject({ outcome: 'inline', reason: 'alreadyReference', text: first.text })
})

describe('a checkpoint', () => {
  test('hears of what was newly stored, once', async () => {
    const workspace = artifactWorkspace()
    const heard: string[] = []
    const options = { inlineLimitBytes: 10, checkpoint: (stored: string) => void heard.push(stored) }
    await offloadBody(workspace, owner, text, options)
    await offloadBody(workspace, owner, text, options)
    await offloadBody(workspace, owner, 'short', options)
    expect(heard).toEqual([digest])
  })

  test.each([
    ['throws', () => Promise.reject(new Error('kanarie'))],
    ['is cancelled', () => Promise.reject(new DOMException('kanarie', 'AbortError'))],
  ])('that %s leaves something to recover, and the next try finds the body', async (_, checkpoint) => {
    const workspace = artifactWorkspace()
    const options = { inlineLimitBytes: 10, checkpoint }
    const decision = await offloadBody(workspace, owner, text, options)
    expect(decision).toMatchObject({ outcome: 'recoveryRequired', reason: 'checkpointFailed', digest: null })
    expect(await offloadBody(workspace, owner, text, options)).toMatchObject({
      outcome: 'existingReference',
      digest,
    })
  })

  test('that never answers is not waited for after an abort', async () => {
    const controller = new AbortController()
    const pending = offloadBody(artifactWorkspace(), owner, text, {
      inlineLimitBytes: 10,
      signal: controller.signal,
      checkpoint: () => {
        queueMicrotask(() => controller.abort())
        return new Promise(() => {})
      },
    })
    expect(await pending).toMatchObject({ outcome: 'recoveryRequired', reason: 'cancelledAfterWrite' })
  })
})

test('an aborted signal throws its reason before anything is decided', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(offloadBody(null, owner, 'a', { inlineLimitBytes: 10, signal })).rejects.toThrow('enough')
})

test('a workspace that throws against its contract is a failure without its words', async () => {
  const workspace: Workspace = {
    ...artifactWorkspace(),
    store: () => Promise.reject(new Error('kanarie: no such bucket')),
  }
  const decision = await offloadBody(workspace, owner, text, { inlineLimitBytes: 10 })
  expect(decision).toMatchObject({ outcome: 'failed', reason: 'workspaceWriteFailed' })
  expect(decision.text).not.toContain('kanarie')
})

test.each([
  { inlineLimitBytes: -1 },
  { inlineLimitBytes: Number.NaN },
  { inlineLimitBytes: 1.5 },
  { inlineLimitBytes: 1, previewBytes: -1 },
])('%j makes no sense', async (options) => {
  await expect(offloadBody(null, owner, text, options)).rejects.toBeInstanceOf(ArtifactError)
})
