import { defineRules } from '../define-rules.ts'

/**
 * What `generateContent` refuses. Contents of one role may stand side by side, calls and responses may go without ids, and
 * a part may hold an empty text.
 */
export const sequenceRules = defineRules('gemini', [
  ['callsAnswered', 'https://github.com/microsoft/vscode/issues/299295'],
  ['resultsHaveCall', 'https://github.com/langchain-ai/langchain/issues/27799'],
  ['oneResultPerCall', 'https://github.com/google-gemini/gemini-cli/issues/3814'],
  ['callsFollowUserOrResults', 'https://github.com/google-gemini/gemini-cli/issues/26486'],
  ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/26755'],
  ['resultsInOneMessage', 'https://github.com/langchain-ai/langchainjs/issues/10341'],
  ['opensWithUser', 'https://github.com/RightNow-AI/openfang/pull/1011'],
  ['noEmptyAssistant', 'https://github.com/vercel/ai/issues/3775'],
])
