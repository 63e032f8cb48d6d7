import { expect, test } from 'vitest'
import { rulesFor } from '../../../src/dialects/langchain/sequence-rules.ts'

test('a provider that is not known gets the rules of strict compatible servers', () => {
  expect(rulesFor('nobody')).toBe(rulesFor('compatible'))
  expect(rulesFor('__proto__')).toBe(rulesFor('compatible'))
})

test.each([
  ['openai', 'opensWithUser', false],
  ['openaiResponses', 'resultsFollowCalls', false],
  ['anthropic', 'opensWithUser', true],
  ['mistral', 'noUserAfterToolResult', true],
  ['deepseek', 'callIdsUniqueInList', true],
  ['gemini', 'callsFollowUserOrResults', true],
  ['bedrock', 'noEmptyAssistant', true],
  ['compatible', 'argumentsAreJson', true],
] as const)('the rules of %s on %s are its own', (provider, demand, demanded) => {
  expect(rulesFor(provider).rules.some((rule) => rule.demand === demand)).toBe(demanded)
})
