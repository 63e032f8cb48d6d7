import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'

/** The API that a model turns items into. */
export type OpenAIAgentsApi = 'responses' | 'chat'

/**
 * What each API refuses of the items that it is sent. Responses takes a result anywhere behind its call, and an id only
 * once; Chat Completions takes ids again in a later turn, and nothing between the calls of a response and their results.
 * Reasoning that leads to nothing becomes an assistant message without content there.
 */
export const rulesOfApi: Readonly<Record<OpenAIAgentsApi, SequenceRules>> = Object.freeze({
  responses: defineRules('openai.agents.responses', [
    ['callsAnswered', 'https://github.com/bytedance/trae-agent/issues/245'],
    ['resultsHaveCall', 'https://github.com/microsoft/vscode/issues/320060'],
    ['oneResultPerCall', 'https://github.com/NousResearch/hermes-agent/pull/111443'],
    ['callIdsUniqueInList', 'https://github.com/NousResearch/hermes-agent/issues/102629'],
    ['noReasoningAlone', 'https://github.com/openai/openai-agents-js/issues/326'],
  ]),
  chat: defineRules('openai.agents.chat', [
    ['callsAnswered', 'https://github.com/BerriAI/litellm/issues/10083'],
    ['resultsHaveCall', 'https://github.com/smarter-sh/smarter/issues/264'],
    ['oneResultPerCall', 'https://github.com/agno-agi/agno/issues/5116'],
    ['callIdsUnique', 'https://github.com/agno-agi/agno/issues/5116'],
    ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/10083'],
    ['noReasoningAlone', 'https://github.com/langchain-ai/langchainjs/issues/4153'],
  ]),
})
