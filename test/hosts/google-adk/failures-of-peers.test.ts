import { TruncatingContextCompactor } from '@google/adk'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { boundLlm } from 'plimsoll/google-adk'
import { afterEach, describe, expect, test } from 'vitest'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { askAgent, LocalGemini, lookTool, userSays } from './agents.ts'

let server: RuleServer | undefined
afterEach(() => server?.close())

const question = 'What is on the horizon?'

describe("where ADK's TruncatingContextCompactor loses the question of a tool round", () => {
  test('12: its request is a call and its response, and Gemini refuses it', async () => {
    server = await startRuleServer({ turns: [{ calls: [{ name: 'look' }] }] })
    const { errors } = await askAgent({
      model: new LocalGemini(server.url),
      tools: [lookTool(() => 'a sail')],
      contents: [userSays(question)],
      config: { contextCompactors: [new TruncatingContextCompactor({ threshold: 2 })] },
    })
    const [, second] = server.log
    expect(JSON.stringify(second?.request)).not.toContain(question)
    expect(second?.status).toBe(400)
    expect(errors).toHaveLength(1)
  })

  test('12: here the question stays, however small the limit and however large the result', async () => {
    server = await startRuleServer({ turns: Array(6).fill({ calls: [{ name: 'look' }] }) })
    const plimsoll = createPlimsoll(
      recommended({ hardLimitBytes: kibibytes(4), relief: [], recentMessageRetentionCount: 1 }),
    )
    const { errors } = await askAgent({
      model: boundLlm(new LocalGemini(server.url), plimsoll),
      tools: [lookTool(() => 'a sail '.repeat(200))],
      contents: [userSays(question)],
    })
    expect(errors).toEqual([])
    expect(server.log.map(({ status }) => status)).toEqual(Array(7).fill(200))
    for (const { request } of server.log) expect(JSON.stringify(request)).toContain(question)
  })
})
