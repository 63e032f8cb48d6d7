import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import {
  artifactWorkspace,
  digestText,
  formatReference,
  parseEnvelope,
  type Workspace,
} from '../../src/artifacts/index.ts'
import { rehydrateTool } from '../../src/tools/index.ts'
import { countOf, decisionsIn, openArtifactRun, sentText, withResults } from '../run/artifact-run.ts'
import { bytes } from '../support/messages.ts'

const body = `the body ${bytes(2_991, 'b')}`
const digest = digestText(body)
const reference = formatReference(digest)

async function toolOf(change: Partial<Workspace> = {}, options: { readonly maxBytes?: number } = {}) {
  const inner = artifactWorkspace()
  await inner.store(body, null)
  const opened = openArtifactRun({ workspace: { ...inner, ...change } })
  return { ...opened, tool: rehydrateTool(opened.run, options) }
}

describe('the tool answers with', () => {
  test('an envelope, in whose place the body rides once', async () => {
    const { run, tool } = await toolOf()
    const text = await tool.execute({ reference })
    expect(parseEnvelope(text)).toEqual({ digest, bytes: 3_000 })
    const history = withResults(text)
    expect(countOf(await sentText(run, history), 'the body ')).toBe(1)
    expect(countOf(await sentText(run, history), 'the body ')).toBe(0)
    expect(parseEnvelope(await tool.execute({ reference }))).toMatchObject({ note: 'alreadyDelivered' })
  })

  test('the range that was read, at character boundaries', async () => {
    const { run, tool } = await toolOf()
    const text = await tool.execute({ reference, range: [0, 8], maxBytes: null })
    expect(parseEnvelope(text)).toEqual({ digest, bytes: 3_000, range: [0, 8] })
    expect(await sentText(run, withResults(text))).toContain('the body\\n[end')
  })

  test('how much may be read, where it asks for more than the host or the limit allows', async () => {
    const { tool } = await toolOf({}, { maxBytes: 1_000 })
    const text = await tool.execute({ reference, maxBytes: 2_000 })
    expect(text).toMatch(/^Error: .*may be read at once.* 1000 bytes.*has 3000.*\[0, 1000\]/)
    const large = bytes(20_000)
    const { tool: roomy, workspace } = await toolOf()
    await workspace.store(large, null)
    expect(parseEnvelope(await roomy.execute({ reference }))).toBeDefined()
  })

  test('a note, where what is stored is no longer the artifact', async () => {
    const storage = createStorage()
    const workspace = artifactWorkspace({ storage })
    await workspace.store(body, null)
    for (const key of await storage.getKeys()) {
      const bytesThere = await storage.getItemRaw<Uint8Array>(key)
      if (Buffer.from(bytesThere ?? '').toString() === body)
        await storage.setItemRaw(key, body.replace('body', 'BODY'))
    }
    const { run, events } = openArtifactRun({ workspace })
    const text = await rehydrateTool(run).execute({ reference })
    expect(parseEnvelope(text)).toMatchObject({ note: 'stale' })
    expect(await run.rehydrate(reference)).toMatchObject({ outcome: 'stale', reason: 'digestMismatch' })
    expect(decisionsIn(events).map(({ outcome }) => outcome)).toEqual(['stale', 'stale'])
    expect(await sentText(run, withResults(text, reference))).not.toMatch(/untrusted|BODY/)
  })

  test.each([
    ['missing', {}, { reference: formatReference(digestText('other')) }],
    ['unauthorized', { stat: async () => ({ status: 'unauthorized' as const }) }, { reference }],
  ])('the same words whether it is %s or not there', async (_, change, input) => {
    const { tool } = await toolOf(change)
    expect(await tool.execute(input)).toBe(
      'Error: there is no such artifact here. Do not ask for it again; make the result anew if you need it.',
    )
  })

  test('a few words, where the workspace can not be read', async () => {
    const { tool } = await toolOf({
      read: () => {
        throw new Error('secret path')
      },
    })
    const text = await tool.execute({ reference })
    expect(text).toMatch(/^Error: the artifact could not be read/)
    expect(text).not.toContain('secret')
  })

  test.each([
    [undefined],
    ['artifact'],
    [{}],
    [{ reference: 7 }],
    [{ reference: '/etc/passwd' }],
    [{ reference, range: [2, 1] }],
    [{ reference, range: [0] }],
    [{ reference, range: '0-5' }],
    [{ reference, maxBytes: 0 }],
    [{ reference, maxBytes: 1.5 }],
  ])('how to ask, for %o', async (input) => {
    const { tool, events } = await toolOf()
    expect(await tool.execute(input)).toMatch(/^Error: pass \{ "reference"/)
    expect(events).toEqual([])
  })
})

test('an abort, a lost binding and a closed run are no words for the model', async () => {
  const { run, tool } = await toolOf()
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(tool.execute({ reference }, { signal })).rejects.toThrow('enough')
  await run.close()
  await expect(tool.execute({ reference })).rejects.toThrow(/closed/)
})

test('the schema names what the tool reads, and nothing else', async () => {
  const { tool } = await toolOf()
  expect(Object.keys(tool.parameters.properties)).toEqual(['reference', 'maxBytes', 'range'])
  expect(tool.parameters.additionalProperties).toBe(false)
})
