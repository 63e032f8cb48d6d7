import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

/** Who reads the messages; `compatible` is for any server that speaks Chat Completions. */
export type OpenAIChatProvider = keyof typeof rulesByProvider

/** The rules of a provider; a name that is not known gets those of `compatible`. */
export function rulesFor(provider: string): SequenceRules {
  return Object.hasOwn(rulesByProvider, provider)
    ? rulesByProvider[provider as OpenAIChatProvider] // the line above looked
    : rulesByProvider.compatible
}

const { compatible, openaiChat, mistral, deepseek, gemini, bedrock, anthropic } = providerDemands

// Messages that are sent as they are, to the provider or to what translates them for it: a server joins results itself,
// and drops reasoning.
const rulesByProvider = Object.freeze({
  compatible: defineRules('compatible', compatible),
  openai: defineRules('openai', openaiChat),
  mistral: defineRules('mistral', mistral),
  deepseek: defineRules('deepseek', deepseek),
  gemini: defineRules('gemini', without(gemini, 'resultsInOneMessage')),
  bedrock: defineRules('bedrock', bedrock),
  anthropic: defineRules('anthropic', without(anthropic, 'noReasoningAlone')),
})
