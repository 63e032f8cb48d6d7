import type { ProviderRule, RuleProfile } from '../rule.ts'
import { anthropicRules } from './anthropic.ts'
import { deepseekRules } from './deepseek.ts'
import { geminiRules } from './gemini.ts'
import { mistralRules } from './mistral.ts'
import { openaiChatRules } from './openai-chat.ts'
import { openaiResponsesRules } from './openai-responses.ts'

/** Every rule of the server, in the order of their checks. */
export const rulesOfProfile: Readonly<Record<RuleProfile, readonly ProviderRule[]>> = {
  'openai-chat': openaiChatRules,
  'openai-responses': openaiResponsesRules,
  anthropic: anthropicRules,
  gemini: geminiRules,
  mistral: mistralRules,
  deepseek: deepseekRules,
}
