import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

/**
 * The rules behind an API of pi, such as `anthropic-messages`: those that hold for all, and what Gemini's demands beyond.
 *
 * They speak of pi's messages, not of the request that it makes of them. It merges what stands side by side, leaves empty
 * answers out and encodes every input, so nothing here asks for alternating roles or for arguments that are JSON.
 */
export function rulesForApi(api: string): SequenceRules {
  return api.startsWith('google') ? google : all
}

const shared = without(providerDemands.compatible, 'noEmptyAssistant', 'argumentsAreJson')

const all = defineRules('pi', shared)

const google = defineRules('pi.google', [
  ...shared,
  ...providerDemands.gemini.filter(([demand]) => demand === 'callsFollowUserOrResults'),
])
