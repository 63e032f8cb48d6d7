import { defineRules } from '../define-rules.ts'

/**
 * What the Messages API refuses. It makes one turn of messages that stand side by side in the same role, so nothing here
 * asks for alternating roles. It takes calls of its own tools without a result, and runs them when it gets the list.
 */
export const sequenceRules = defineRules('anthropic', [
  ['callsAnswered', 'https://github.com/anthropics/claude-code/issues/8210'],
  ['resultsHaveCall', 'https://github.com/anthropics/claude-code/issues/18947'],
  ['oneResultPerCall', 'https://github.com/router-for-me/CLIProxyAPI/issues/4997'],
  ['callIdsUniqueInList', 'https://github.com/NVIDIA-NeMo/Switchyard/issues/502'],
  ['resultsFollowCalls', 'https://github.com/anthropics/claude-code/issues/1237'],
  // Its own endpoint has come to take an assistant's opening; the same API on Bedrock still refuses one.
  ['opensWithUser', 'https://github.com/anthropics/anthropic-sdk-typescript/issues/622'],
  ['noReasoningAlone', 'https://github.com/tailcallhq/forgecode/issues/3071'],
  ['noEmptyAssistantBeforeLast', 'https://github.com/anthropics/claude-code/issues/6774'],
])
