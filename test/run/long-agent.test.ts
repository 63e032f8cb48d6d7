import { describe, expect, test } from 'vitest'
import { artifactWorkspace, digestText, formatReference, parseEnvelope } from '../../src/artifacts/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, kibibytes, recommended } from '../../src/index.ts'
import { rehydrateTool } from '../../src/tools/index.ts'
import { calls, exchange, system, user } from '../support/messages.ts'
import { countOf } from './artifact-run.ts'

const rounds = 300
const limit = kibibytes(96)
const resultOf = (round: number): string =>
  `round ${round}: ${`line of ${round}; `.repeat(300)}end of ${round}`

describe.each([
  ['without previews', 0],
  ['with previews, which make it drop exchanges', 400],
])('an agent that offloads every large result, %s', (_, previewBytes) => {
  test(`stays under 96 KiB for ${rounds} rounds, refuses nothing, and loses nothing`, async () => {
    const workspace = artifactWorkspace()
    const run = createPlimsoll<OpenAIChatMessage>(recommended({ hardLimitBytes: limit })).openRun({
      ...{ workspace, offload: { inlineLimitBytes: kibibytes(2), previewBytes } },
    })
    const readArtifact = rehydrateTool(run)
    const history: OpenAIChatMessage[] = [system(), user('Look at everything.')]
    const delivered = new Map<number, number>()
    let [last, largest] = ['', 0]
    for (let round = 0; round < rounds; round += 1) {
      const { text } = await run.offload(resultOf(round))
      history.push(...exchange(`call-${round}`, text))
      if (round % 25 === 24) {
        // Something from long ago, which may have left the list: the ledger still refers to it.
        const reference = formatReference(digestText(resultOf(round - 20)))
        history.push(calls(`read-${round}`))
        history.push({
          ...{
            role: 'tool',
            tool_call_id: `read-${round}`,
            content: await readArtifact.execute({ reference }),
          },
        })
      }
      const call = await run.assemble(history)
      last = JSON.stringify(call.messages)
      for (const [, body] of last.matchAll(/end of (\d+)\\n/g)) {
        delivered.set(Number(body), (delivered.get(Number(body)) ?? 0) + 1)
      }
      largest = Math.max(largest, call.diagnostics?.finalSize ?? 0)
      expect(call.diagnostics?.finalSequenceValid).toBe(true)
      await call.commit()
    }
    expect(largest).toBeLessThanOrEqual(limit)
    expect(run.metrics().refusalCount).toBe(0)
    for (let round = 0; round < rounds; round += 1) {
      const digest = digestText(resultOf(round))
      expect(last).toContain(formatReference(digest))
      expect(await workspace.read(digest, null)).toMatchObject({ body: resultOf(round) })
      expect(delivered.get(round) ?? 0).toBe(round % 25 === 4 ? 1 : 0)
    }
    expect(history.some(({ content }) => countOf(String(content), 'end of') > 0)).toBe(false)
    expect(parseEnvelope(String(history[3]?.content))).toMatchObject({ digest: digestText(resultOf(0)) })
  }, 120_000)
})
