import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'

/**
 * The rules behind an API of pi, such as `anthropic-messages`: those that hold for all, and what Gemini's demands beyond.
 *
 * They speak of pi's messages, not of the request that it makes of them. It merges what stands side by side, leaves empty
 * answers out and encodes every input, so nothing here asks for alternating roles or for arguments that are JSON.
 */
export function rulesForApi(api: string): SequenceRules {
  return api.startsWith('google') ? google : all
}

const shared = [
  ['callsAnswered', 'https://github.com/QwenLM/qwen-code/issues/606'],
  ['resultsHaveCall', 'https://github.com/FoundationAgents/OpenManus/issues/23'],
  ['oneResultPerCall', 'https://github.com/anomalyco/opencode/issues/1211'],
  ['callIdsUnique', 'https://github.com/openclaw/openclaw/pull/47136'],
  ['resultsFollowCalls', 'https://github.com/can1357/oh-my-pi/issues/2055'],
  ['opensWithUser', 'https://github.com/microsoft/autogen/issues/3597'],
  ['noReasoningAlone', 'https://github.com/tailcallhq/forgecode/issues/3071'],
] as const

const all = defineRules('pi', shared)

const google = defineRules('pi.google', [
  ...shared,
  ['callsFollowUserOrResults', 'https://github.com/google-gemini/gemini-cli/issues/26486'],
])
