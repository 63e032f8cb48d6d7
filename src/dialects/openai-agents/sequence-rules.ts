import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

/** The API that a model turns items into. */
export type OpenAIAgentsApi = 'responses' | 'chat'

/**
 * What each API refuses of the items that it is sent. Responses takes a result anywhere behind its call, and an id only
 * once; Chat Completions takes ids again in a later turn, and nothing between the calls of a response and their results.
 * Reasoning that leads to nothing becomes an assistant message without content there.
 */
export const rulesOfApi: Readonly<Record<OpenAIAgentsApi, SequenceRules>> = Object.freeze({
  responses: defineRules(
    'openai.agents.responses',
    without(providerDemands.openaiResponses, 'callIdsUnique', 'namedAfterReasoning'),
  ),
  chat: defineRules('openai.agents.chat', [
    ...without(providerDemands.openaiChat, 'noAssistantWithoutContent'),
    ['noReasoningAlone', 'https://github.com/langchain-ai/langchainjs/issues/4153'],
  ]),
})
