import { expect, test } from 'vitest'
import { rulesFor } from '../../../src/dialects/openai-chat/sequence-rules.ts'

const demandsOf = (provider: string): string[] => rulesFor(provider).rules.map(({ demand }) => demand)

test('a provider that is not known gets the rules of compatible servers', () => {
  for (const name of ['nobody', '', 'constructor', '__proto__']) {
    expect(rulesFor(name)).toBe(rulesFor('compatible'))
  }
})

// Ids recur in what many hosts keep, and most servers take that; two of these would call such a list broken. Many servers
// go on with an assistant's message that stands last.
const ownDemands = [
  'noUserAfterToolResult',
  'noAssistantLast',
  'callIdsUniqueInList',
  'callsFollowUserOrResults',
] as const
// A part of `noEmptyAssistant`, which compatible servers hold whole.
const heldWhole = 'noAssistantWithoutContent'

test('compatible holds every demand but those of single providers', () => {
  const demands = new Set(demandsOf('compatible'))
  for (const provider of ['openai', 'mistral', 'deepseek', 'gemini', 'bedrock', 'anthropic']) {
    for (const demand of demandsOf(provider)) demands.add(demand)
  }
  for (const own of [...ownDemands, heldWhole]) demands.delete(own)
  expect(demandsOf('compatible')).toEqual([...demands])
})

test('OpenAI accepts empty assistant messages, arguments that are not JSON, and any opening', () => {
  for (const accepted of ['noEmptyAssistant', 'argumentsAreJson', 'opensWithUser', 'noReasoningAlone']) {
    expect(demandsOf('openai')).not.toContain(accepted)
  }
})

test('only Mistral refuses a user message behind a tool result', () => {
  expect(demandsOf('mistral')).toContain('noUserAfterToolResult')
  expect(demandsOf('compatible')).not.toContain('noUserAfterToolResult')
})

test.each(['compatible', 'openai', 'mistral', 'deepseek', 'gemini', 'bedrock', 'anthropic'])(
  '%s wants calls answered and results called',
  (provider) => {
    expect(demandsOf(provider)).toEqual(
      expect.arrayContaining(['callsAnswered', 'resultsHaveCall', 'oneResultPerCall', 'resultsFollowCalls']),
    )
  },
)
