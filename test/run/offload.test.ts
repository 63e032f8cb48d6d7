import { describe, expect, test } from 'vitest'
import {
  type ArtifactWorkspace,
  artifactWorkspace,
  digestText,
  formatReference,
  type StoreResult,
  type Workspace,
  wrapBody,
} from '../../src/artifacts/index.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, utf8Bytes } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, user } from '../support/messages.ts'
import { decisionsIn, digestIn, openArtifactRun, sentText, withResults } from './artifact-run.ts'

const dialect = openaiChat()
const openaiChatSize = (message: OpenAIChatMessage): number => utf8Bytes.estimate(dialect.read(message))
const large = (letter: string): string => bytes(4_000, letter)
const binding = { owner: 'o', sessionId: 's', workspaceId: 'w', current: () => true }

/** A workspace that counts what it is asked to store, and may fail at it. */
function counting(inner: ArtifactWorkspace, answer?: StoreResult): Workspace & { stored: string[] } {
  const stored: string[] = []
  return {
    stored,
    store: (body, ...rest) => {
      stored.push(body)
      return answer ? Promise.resolve(answer) : inner.store(body, ...rest)
    },
    stat: inner.stat,
    read: inner.read,
  }
}

describe('at the tool', () => {
  test('a result within the inline limit stays, and a larger one leaves an envelope', async () => {
    const { run, workspace, events } = openArtifactRun({
      offload: { inlineLimitBytes: 1_000, previewBytes: 4 },
    })
    const small = await run.offload(bytes(1_000))
    const kept = await run.offload(bytes(1_001), { tool: 'look' })
    expect(small.text).toBe(bytes(1_000))
    const read = await workspace.read(digestIn(kept.text), null)
    expect(read).toMatchObject({ status: 'found', body: bytes(1_001) })
    expect(kept.text).toContain('"preview":"xxxx"')
    expect(decisionsIn(events)).toEqual([
      { outcome: 'inline', reason: 'belowThreshold', source: 'tool', inputBytes: 1_000, outputBytes: 1_000 },
      {
        outcome: 'offloaded',
        reason: 'thresholdExceeded',
        source: 'tool',
        inputBytes: 1_001,
        outputBytes: 82,
      },
    ])
    expect(decisionsIn(events)[1]).toBe(kept.decision)
    expect(run.metrics().offloads).toMatchObject({ inputBytes: 2_001, outputBytes: 1_082 })
  })

  test('the same text again gets the same envelope', async () => {
    const { run } = openArtifactRun()
    const [first, second] = [await run.offload(large('a')), await run.offload(large('a'))]
    expect(second.text).toBe(first.text)
    expect(second.decision.outcome).toBe('existingReference')
  })

  test('what was read back, and what is a reference, stays as it is', async () => {
    const { run, events } = openArtifactRun()
    const body = wrapBody(large('a'), { digest: digestText(large('a')) })
    for (const text of [body, formatReference(digestText('a'))]) {
      expect((await run.offload(text)).text).toBe(text)
    }
    expect((await run.offload(large('a'), { readBack: true })).text).toBe(large('a'))
    expect(decisionsIn(events).map(({ outcome }) => outcome)).toEqual(['inline', 'inline', 'inline'])
  })

  test('a store that fails leaves a few words without content, digest or tool', async () => {
    const workspace = counting(artifactWorkspace(), {
      status: 'failed',
      reason: 'workspaceWriteFailed',
      bytes: 4_000,
    })
    const { run } = openArtifactRun({ workspace })
    const { text, decision } = await run.offload(large('a'), { tool: 'secret-tool' })
    expect(decision).toMatchObject({ outcome: 'failed', outputBytes: null })
    expect(text).toMatch(/^Error: /)
    expect(text).not.toMatch(/aaa|sha256|secret-tool/)
  })

  test('it is kept for the owner of the trust binding, and for nobody else', async () => {
    const { run, workspace } = openArtifactRun({ trustBinding: binding })
    const digest = digestIn((await run.offload(large('a'))).text)
    const { current: _, ...owner } = binding
    expect(await workspace.read(digest, owner)).toMatchObject({ status: 'found' })
    expect(await workspace.read(digest, null)).toEqual({ status: 'unauthorized' })
  })

  test('without a workspace, and without compaction, every text is handed back', async () => {
    const events: unknown[] = []
    const without = compose().openRun({ report: (event) => events.push(event) })
    for (const run of [without, createPlimsoll().openRun()]) {
      expect((await run.offload(large('a'))).text).toBe(large('a'))
    }
    expect(events).toEqual([])
  })

  test('a closed run ends what its storage never answers, whatever signal the request has', async () => {
    const inner = artifactWorkspace()
    const never = new Promise<never>(() => {})
    const workspace: Workspace = {
      ...inner,
      // Neither heeds its signal.
      store: () => never,
      stat: () => never,
    }
    const run = compose().openRun({ workspace, offload: { inlineLimitBytes: 1_000 } })
    const { signal } = new AbortController()
    const reference = formatReference(digestText(large('a')))
    const asked = [run.offload(large('a'), { signal }), run.rehydrate(reference, { signal })]
    const refused = asked.map((request) => expect(request).rejects.toMatchObject({ code: 'runClosed' }))
    await run.close()
    await Promise.all(refused)
  })

  test('a binding that is lost while the body is stored keeps its envelope from the caller', async () => {
    let isCurrent = true
    const inner = artifactWorkspace()
    const workspace: Workspace = {
      ...inner,
      store: async (...all) => {
        isCurrent = false
        return inner.store(...all)
      },
    }
    const run = compose().openRun({
      workspace,
      offload: { inlineLimitBytes: 1_000 },
      trustBinding: { ...binding, current: () => isCurrent },
    })
    await expect(run.offload(large('a'))).rejects.toMatchObject({ code: 'trustBinding' })
  })

  test('a lost binding and a closed run refuse', async () => {
    const { run } = openArtifactRun({ trustBinding: { ...binding, current: () => false } })
    await expect(run.offload(large('a'))).rejects.toThrow(/trust binding/i)
    const { run: closed } = openArtifactRun()
    await closed.close()
    await expect(closed.offload(large('a'))).rejects.toThrow(/closed/)
  })

  test('a child offloads into the workspace of its parent', async () => {
    const { run, workspace } = openArtifactRun()
    const { text } = await run.child().offload(large('a'))
    expect(await workspace.read(digestIn(text), null)).toMatchObject({ status: 'found' })
  })
})

describe('at the dispatch', () => {
  const older = withResults(large('a'), large('b'), large('c'), 'small')

  test('what leaves the list is kept in the workspace first, and an envelope stands in its place', async () => {
    const { run, workspace, events } = openArtifactRun({}, { elideOlderResults: true })
    const sent = await run.dispatch(older, (messages) => messages)
    const digest = digestIn(sent[3]?.content)
    expect(digest).toBe(digestText(large('a')))
    expect(await workspace.read(digest, null)).toMatchObject({ status: 'found', body: large('a') })
    expect(sent[5]).toBe(older[5])
    const [decided] = events.filter(({ type }) => type === 'artifact.offloadDecided')
    const composed = events.find(({ type }) => type === 'assembly.composed')
    expect(decided?.assemblyId).toBe(composed?.assemblyId)
    expect(decisionsIn(events)).toEqual([
      {
        outcome: 'offloaded',
        reason: 'thresholdExceeded',
        source: 'dispatch',
        inputBytes: 4_000,
        outputBytes: 82,
      },
    ])
    expect(composed).toMatchObject({
      diagnostics: { elidedEntryCount: 1, stages: ['snapshotCaptured', 'resultElision', 'snapshotCaptured'] },
    })
  })

  test('the next call sends the same envelopes, and stores nothing again', async () => {
    const workspace = counting(artifactWorkspace())
    const { run, events } = openArtifactRun({ workspace }, { elideOlderResults: true })
    const first = await sentText(run, older)
    const second = await sentText(run, [...older, user('And now?')])
    expect(second.startsWith(first.slice(0, -1))).toBe(true)
    expect(workspace.stored).toEqual([large('a')])
    expect(decisionsIn(events)).toHaveLength(1)
  })

  test('calls that overlap store a result once', async () => {
    const workspace = counting(artifactWorkspace())
    const { run } = openArtifactRun({ workspace }, { elideOlderResults: true })
    await Promise.all([1, 2, 3].map(() => sentText(run, older)))
    expect(workspace.stored).toEqual([large('a')])
  })

  test('a result that can not be stored stays, and the next older one goes', async () => {
    const inner = artifactWorkspace()
    const workspace: Workspace = {
      ...inner,
      store: async (body, ...rest) =>
        body === large('a')
          ? { status: 'failed', reason: 'workspaceWriteFailed', bytes: 4_000 }
          : inner.store(body, ...rest),
    }
    const { run, events } = openArtifactRun({ workspace }, { elideOlderResults: true })
    const sent = await run.dispatch(older, (messages) => messages)
    expect(sent[3]).toBe(older[3])
    expect(digestIn(sent[5]?.content)).toBe(digestText(large('b')))
    expect(decisionsIn(events).map(({ outcome }) => outcome)).toEqual(['failed', 'offloaded'])
  })

  test('a workspace that takes nothing leaves it to the reducer', async () => {
    const workspace = counting(artifactWorkspace(), {
      status: 'failed',
      reason: 'workspaceWriteFailed',
      bytes: 4_000,
    })
    const { run, events } = openArtifactRun({ workspace }, { elideOlderResults: true })
    const sent = await sentText(run, older)
    expect(sent).not.toMatch(/artifact:|left out/)
    expect(events.at(-1)).toMatchObject({ diagnostics: { outcome: 'reduced', elidedEntryCount: 0 } })
  })

  test('what is within the inline limit gives way to the notice', async () => {
    const { run, events } = openArtifactRun(
      { offload: { inlineLimitBytes: 5_000 } },
      { elideOlderResults: true },
    )
    expect(await sentText(run, older)).toContain('left out')
    expect(decisionsIn(events)).toEqual([])
  })

  test('relief keeps what is required but too large', async () => {
    const { run, workspace } = openArtifactRun({}, { hardLimitBytes: 3_000, relief: ['elide'] })
    const messages = withResults(large('a'))
    const sent = await run.dispatch(messages, (list) => list)
    const digest = digestIn(sent.at(-1)?.content)
    expect(await workspace.read(digest, null)).toMatchObject({ body: large('a') })
  })

  test('relief without a store that works refuses, and nothing is lost', async () => {
    const workspace = counting(artifactWorkspace(), {
      status: 'failed',
      reason: 'workspaceReadFailed',
      bytes: 4_000,
    })
    const { run } = openArtifactRun({ workspace }, { hardLimitBytes: 3_000, relief: ['elide'] })
    await expect(sentText(run, withResults(large('a')))).rejects.toThrow(/irreducible|too large/i)
  })

  test("what a reducer's plan elides is kept as well", async () => {
    const { run, workspace } = openArtifactRun({}, { upstreamReducer: () => ({ elide: [3] }) })
    const sent = await run.dispatch(older, (messages) => messages)
    expect(await workspace.read(digestIn(sent[3]?.content), null)).toMatchObject({ body: large('a') })
  })

  test('a reference that was written is never lost: the ledger holds it when its exchange goes', async () => {
    const { run } = openArtifactRun(
      {},
      { hardLimitBytes: 6_000, elideOlderResults: true, upstreamReducer: () => ({ drop: [2, 3, 5] }) },
    )
    const messages = withResults(large('a'), large('b'), bytes(3_000, 'c'))
    const text = await sentText(run, [...messages, assistant(bytes(500)), user(bytes(5_400))])
    expect(text).toContain(formatReference(digestText(large('a'))))
    expect(text).not.toContain('call-0')
  })

  test('references of other results in the same list are left alone', async () => {
    const { run } = openArtifactRun({}, { elideOlderResults: true })
    const envelope = (await run.offload(large('z'))).text
    const messages = withResults(envelope, large('b'), large('c'), large('d'))
    const sent = await run.dispatch(messages, (list) => list)
    expect(sent[3]).toBe(messages[3])
  })

  test('who only observes stores nothing', async () => {
    const workspace = counting(artifactWorkspace())
    const { run } = openArtifactRun({ workspace }, { elideOlderResults: true, mode: 'observe' })
    expect(await sentText(run, older)).toBe(JSON.stringify(older))
    expect(workspace.stored).toEqual([])
  })

  test('a message that the host edits while the store works is read again', async () => {
    const inner = artifactWorkspace()
    const newest = { role: 'user', content: 'And?' }
    const workspace: Workspace = {
      ...inner,
      store: (...request) => {
        newest.content = 'And now?'
        return inner.store(...request)
      },
    }
    const profile = { elideOlderResults: true, maximumCompactionAttempts: 3 }
    const { run } = openArtifactRun({ workspace }, profile)
    const call = await run.assemble([...older, newest])
    const size = call.messages.reduce((sum, message) => sum + openaiChatSize(message), 0)
    expect(call.diagnostics).toMatchObject({ restartCount: 1, finalSize: size })
    await call.release()
  })

  test('an abort while the store works ends the call at once', async () => {
    const inner = artifactWorkspace()
    const workspace: Workspace = { ...inner, store: () => new Promise(() => {}) }
    const { run } = openArtifactRun({ workspace }, { elideOlderResults: true })
    const controller = new AbortController()
    const sending = run.dispatch(older, () => 'sent', { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 0)
    await expect(sending).rejects.toThrow('enough')
  })
})

describe('options', () => {
  const workspace = artifactWorkspace()
  test.each([
    [{ offload: { inlineLimitBytes: 10 } }, 'workspace'],
    [{ workspace: {} }, 'workspace'],
    [{ workspace, offload: { inlineLimitBytes: 0 } }, 'offload.inlineLimitBytes'],
    [{ workspace, offload: { previewBytes: 5_000 } }, 'offload.previewBytes'],
    [{ workspace, bodyDelivery: { calls: 0 } }, 'bodyDelivery.calls'],
    [{ workspace, bodyDelivery: 2 }, 'bodyDelivery'],
  ])('%o are refused by name', (options, path) => {
    expect(() => compose().openRun(options as object)).toThrow(`Options refused: ${path}: must be`)
  })
})
