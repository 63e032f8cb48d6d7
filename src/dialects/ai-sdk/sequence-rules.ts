import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

/**
 * The rules behind a model's `provider`, such as `openai.responses` or `anthropic.messages`; those of `compatible` for a
 * provider that is not known.
 *
 * They speak of the prompt, not of the request that the provider package makes of it. The packages merge what stands
 * side by side (Anthropic's makes one user turn of tool and user messages), encode every input, and mark an assistant's
 * message at the end as the start of an answer (Mistral's), so nothing here asks for alternating roles, for arguments that
 * are JSON or for who speaks last.
 */
export function rulesForProvider(provider: string): SequenceRules {
  const [first = '', second = ''] = provider.toLowerCase().split('.')
  // `vertex.anthropic.messages` and `bedrock.anthropic.messages` are Anthropic's API at another address.
  if (first === 'anthropic' || second === 'anthropic') return anthropic
  if (first === 'openai' || first.startsWith('azure'))
    return second === 'responses' ? openaiResponses : openaiChat
  if (first === 'google') return google
  return byName.get(first) ?? compatible
}

const demands = providerDemands

const compatible = defineRules('compatible', without(demands.compatible, 'argumentsAreJson'))
const openaiChat = defineRules('openai.chat', without(demands.openaiChat, 'noAssistantWithoutContent'))
const openaiResponses = defineRules(
  'openai.responses',
  without(demands.openaiResponses, 'namedAfterReasoning'),
)
const anthropic = defineRules('anthropic', demands.anthropic)
const google = defineRules('google', demands.gemini)
const mistral = defineRules('mistral', without(demands.mistral, 'noAssistantLast', 'noReasoningAlone'))
const bedrock = defineRules('amazon-bedrock', demands.bedrock)
const deepseek = defineRules('deepseek', demands.deepseek)

const byName: ReadonlyMap<string, SequenceRules> = new Map([
  ['mistral', mistral],
  ['amazon-bedrock', bedrock],
  ['bedrock', bedrock],
  ['deepseek', deepseek],
])
