import { expect, test } from 'vitest'
import { rulesForProvider } from '../../../src/dialects/ai-sdk/sequence-rules.ts'

const demandsOf = (provider: string): string[] => rulesForProvider(provider).rules.map(({ demand }) => demand)

test.each([
  ['openai.chat', 'openai.chat'],
  ['openai.completion', 'openai.chat'],
  ['openai.responses', 'openai.responses'],
  ['azure.responses', 'openai.responses'],
  ['azure-openai.chat', 'openai.chat'],
  ['anthropic.messages', 'anthropic'],
  ['vertex.anthropic.messages', 'anthropic'],
  ['bedrock.anthropic.messages', 'anthropic'],
  ['google.generative-ai', 'google'],
  ['google.vertex.chat', 'google'],
  ['mistral.chat', 'mistral'],
  ['amazon-bedrock', 'amazon-bedrock'],
  ['deepseek.chat', 'deepseek'],
  ['Mistral.Chat', 'mistral'],
  ['groq.chat', 'compatible'],
  ['gateway', 'compatible'],
  ['', 'compatible'],
  ['__proto__', 'compatible'],
])('a model of %s is read by %s', (provider, expected) => {
  expect(rulesForProvider(provider).provider).toBe(expected)
})

test('no rule asks for arguments that are JSON, for the SDK encodes them', () => {
  for (const provider of ['', 'openai.chat', 'openai.responses', 'mistral.chat', 'deepseek.chat']) {
    expect(demandsOf(provider)).not.toContain('argumentsAreJson')
  }
})

test('the Responses API takes outputs anywhere behind their calls, but no reasoning alone', () => {
  expect(demandsOf('openai.responses')).not.toContain('resultsFollowCalls')
  expect(demandsOf('openai.responses')).toContain('noReasoningAlone')
})

test('Anthropic takes a user message behind a tool result, for the SDK makes one turn of both', () => {
  expect(demandsOf('anthropic.messages')).not.toContain('noUserAfterToolResult')
  expect(demandsOf('anthropic.messages')).toContain('opensWithUser')
})
