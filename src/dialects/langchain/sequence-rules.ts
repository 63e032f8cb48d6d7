import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

/** Whose rules apply to the messages; `compatible` is for any server that speaks Chat Completions. */
export type LangChainProvider = keyof typeof rulesByProvider

/** The rules of a provider; a name that is not known gets those of `compatible`. */
export function rulesFor(provider: string): SequenceRules {
  return Object.hasOwn(rulesByProvider, provider)
    ? rulesByProvider[provider as LangChainProvider] // the line above looked
    : rulesByProvider.compatible
}

const { compatible, openaiChat, openaiResponses, anthropic, mistral, deepseek, gemini, bedrock } =
  providerDemands

/**
 * They speak of the messages, not of the request that a provider package makes of them. The packages merge what stands
 * side by side, name the items of a response, and encode the arguments of every call that could be parsed.
 */
const rulesByProvider = Object.freeze({
  compatible: defineRules('compatible', compatible),
  openai: defineRules('openai', openaiChat),
  openaiResponses: defineRules('openaiResponses', without(openaiResponses, 'namedAfterReasoning')),
  anthropic: defineRules('anthropic', anthropic),
  mistral: defineRules('mistral', without(mistral, 'noAssistantLast')),
  deepseek: defineRules('deepseek', deepseek),
  gemini: defineRules('gemini', without(gemini, 'resultsInOneMessage')),
  bedrock: defineRules('bedrock', bedrock),
})
