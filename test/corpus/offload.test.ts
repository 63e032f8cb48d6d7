import { describe, expect, test } from 'vitest'
import { artifactWorkspace, parseEnvelope } from '../../src/artifacts/index.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { AssemblyTerminatedError, createPlimsoll, kibibytes, recommended } from '../../src/index.ts'
import { toolLoop } from '../support/messages.ts'
import { conversationSize } from './bound-at-limits.ts'
import { corpusNames, readConversation } from './corpus-files.ts'

const inlineLimitBytes = 1_000
const dialect = openaiChat()

/** The texts of a list's results, as the model reads them. */
function resultsOf(messages: readonly OpenAIChatMessage[]): string[] {
  return messages.flatMap((message) =>
    dialect.read(message).links.flatMap((link) => (link.type === 'result' && link.text ? [link.text] : [])),
  )
}

/** Bounds a conversation with a workspace, and reads back every result that left it. */
async function offloadAll(messages: readonly OpenAIChatMessage[], hardLimitBytes: number) {
  const workspace = artifactWorkspace()
  const run = createPlimsoll<OpenAIChatMessage>(
    recommended({ hardLimitBytes, elideOlderResults: true }),
  ).openRun({ workspace, offload: { inlineLimitBytes } })
  const call = await run.assemble(messages)
  const originals = new Set(resultsOf(messages))
  let recovered = 0
  for (const text of resultsOf(call.messages)) {
    const envelope = parseEnvelope(text)
    if (!envelope || originals.has(text)) continue
    const read = await workspace.read(envelope.digest, null)
    expect(read.status).toBe('found')
    if (read.status === 'found') expect(originals.has(read.body)).toBe(true)
    recovered += 1
  }
  expect(call.diagnostics?.finalSize).toBeLessThanOrEqual(hardLimitBytes)
  // Of what came in, results up to the inline limit are all that the notice may stand for.
  const noticed = call.messages.filter(({ content }) => String(content).startsWith('[tool result left out'))
  const small = resultsOf(messages).filter((text) => Buffer.byteLength(text) <= inlineLimitBytes)
  expect(noticed.length).toBeLessThanOrEqual(small.length)
  await run.close()
  return { call, recovered, workspace }
}

describe('results that leave a list are all in the workspace, byte for byte', () => {
  test('of a generated conversation', async () => {
    const { recovered } = await offloadAll(toolLoop(40, 3_000), 40_000)
    expect(recovered).toBeGreaterThan(10)
  })

  for (const name of corpusNames()) {
    test(`of the recorded conversation ${name}`, { timeout: 20_000 }, async () => {
      const { messages } = readConversation(name)
      try {
        await offloadAll(messages, Math.ceil(conversationSize(messages) / 2))
      } catch (error) {
        // What is required and no result can be too large all the same.
        if (!AssemblyTerminatedError.isInstance(error)) throw error
      }
    })
  }
})

describe.runIf(corpusNames().includes('holmes-logs-1200kb'))(
  'a recorded result of 1,200 kB in 64 KiB',
  () => {
    const limit = kibibytes(64)
    const messages = (): readonly OpenAIChatMessage[] => readConversation('holmes-logs-1200kb').messages

    test('gives way to a notice without a workspace, and is lost to the model', async () => {
      const run = createPlimsoll<OpenAIChatMessage>(recommended({ hardLimitBytes: limit })).openRun()
      const sent = await run.dispatch(messages(), (list) => list)
      expect(String(sent.at(-1)?.content)).toMatch(/^\[tool result left out/)
    })

    test('leaves an envelope with one, and every byte of it can be read in ranges', async () => {
      const { call, recovered, workspace } = await offloadAll(messages(), limit)
      expect(recovered).toBe(1)
      const envelope = parseEnvelope(String(call.messages.at(-1)?.content))
      const original = String(messages().at(-1)?.content)
      expect(envelope?.bytes).toBe(Buffer.byteLength(original))
      const run = createPlimsoll<OpenAIChatMessage>(recommended({ hardLimitBytes: limit })).openRun({
        workspace,
      })
      const seen: string[] = []
      for (let start = 0; start < (envelope?.bytes ?? 0); start += 50_000) {
        const range = [start, start + 50_000] as const
        const decision = await run.rehydrate(String(call.messages.at(-1)?.content), { range })
        expect(decision.outcome).toBe('resolved')
        const sent = await run.dispatch(call.messages, (list) => list)
        const carried = sent.map(({ content }) => String(content)).find((text) => text.includes('untrusted'))
        seen.push((carried ?? '').split('\n').slice(1, -1).join('\n'))
      }
      expect(seen.join('')).toBe(original)
    })
  },
)
