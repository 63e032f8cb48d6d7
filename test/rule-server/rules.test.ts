import { afterEach, describe, expect, test } from 'vitest'
import { post } from '../support/rule-server/post.ts'
import type { ProviderRule, RuleProfile } from '../support/rule-server/rule.ts'
import { rulesOfProfile } from '../support/rule-server/rules/rules-of-profile.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { anthropicCases } from './cases/anthropic.ts'
import { deepseekCases, mistralCases, openaiChatCases } from './cases/chat.ts'
import { geminiCases } from './cases/gemini.ts'
import { openaiResponsesCases } from './cases/responses.ts'
import type { RuleCase, RuleCases } from './cases/rule-case.ts'

const casesOf: Readonly<Record<RuleProfile, RuleCases>> = {
  'openai-chat': openaiChatCases,
  'openai-responses': openaiResponsesCases,
  anthropic: anthropicCases,
  gemini: geminiCases,
  mistral: mistralCases,
  deepseek: deepseekCases,
}
const profiles = Object.values(rulesOfProfile).flatMap((rules) => rules[0]?.provider ?? [])

let server: RuleServer | undefined
afterEach(() => server?.close())

describe.each(profiles)('%s', (profile) => {
  test('has one case for every rule', () => {
    expect(Object.keys(casesOf[profile]).sort()).toEqual(
      rulesOfProfile[profile].map(({ demands }) => demands).sort(),
    )
  })

  test.each(rulesOfProfile[profile].map((rule) => [rule.demands, rule] as const))(
    '%s refuses the broken request in the shape of the provider, and takes the mended one',
    async (demands, rule) => {
      const ruleCase = casesOf[profile][demands]
      if (!ruleCase) throw new Error(`${rule.id} has no case`)

      const refused = await ask(profile, ruleCase, 'broken')
      expect(server?.log.at(-1)).toMatchObject({ refusedBy: rule.id, status: rule.status, profile })
      expect(refused).toEqual({ status: rule.status, body: shapeOf(rule) })
      await server?.close()

      expect(await ask(profile, ruleCase, 'mended')).toMatchObject({ status: 200 })
      expect(server?.log.at(-1)).toMatchObject({ refusedBy: null, isComplete: true })
    },
  )
})

test('every rule names where it is published', () => {
  const rules = Object.values(rulesOfProfile).flat()
  const counts = Object.entries(rulesOfProfile).map(([profile, { length }]) => `${profile} ${length}`)
  const listing = rules.map(
    ({ id, models, source }) => `  ${id}${models ? ` (${models.source})` : ''}: ${source}`,
  )
  process.stdout.write(`Rules of the rule server: ${counts.join(', ')}\n${listing.join('\n')}\n`)
  for (const { source } of rules) expect(source).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

async function ask(profile: RuleProfile, { before, ...requests }: RuleCase, which: 'broken' | 'mended') {
  server = await startRuleServer({ turns: before ? [before.turn] : [] })
  if (before) await post(server, profile, before.body)
  return post(server, profile, requests[which])
}

// Written out once more, so that the server's own shapes are not what they are compared with.
function shapeOf({ provider, status, errorType, code, message }: ProviderRule): unknown {
  const said: unknown = expect.stringMatching(message)
  const param: unknown = expect.toSatisfy((value) => value === null || typeof value === 'string')
  switch (provider) {
    case 'anthropic':
      return {
        type: 'error',
        error: { type: errorType, message: said },
        request_id: expect.stringMatching(/^req_\d+$/),
      }
    case 'gemini':
      return { error: { code: status, message: said, status: errorType } }
    case 'mistral':
      return { object: 'error', message: said, type: errorType, param: null, code }
    default:
      return { error: { message: said, type: errorType, param, code } }
  }
}
