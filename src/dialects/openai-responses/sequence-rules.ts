import { defineRules } from '../define-rules.ts'

const ofEveryRequest = [
  ['callsAnswered', 'https://github.com/bytedance/trae-agent/issues/245'],
  ['resultsHaveCall', 'https://github.com/microsoft/vscode/issues/320060'],
  ['oneResultPerCall', 'https://github.com/NousResearch/hermes-agent/pull/111443'],
  ['callIdsUniqueInList', 'https://github.com/NousResearch/hermes-agent/issues/102629'],
  ['noReasoningAlone', 'https://github.com/openai/openai-agents-js/issues/326'],
] as const

/**
 * What the Responses API refuses. It takes an output anywhere behind its call, user messages wherever they stand, empty
 * messages, and arguments that are not JSON.
 */
export const sequenceRules = defineRules('openai.responses', [
  ...ofEveryRequest,
  ['namedAfterReasoning', 'https://github.com/mastra-ai/mastra/issues/11103'],
])

/** What it refuses of a request with `store: false`: ids name nothing there, and clients leave those of messages out. */
export const statelessRules = defineRules('openai.responses', ofEveryRequest)
