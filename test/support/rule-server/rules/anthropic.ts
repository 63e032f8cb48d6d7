import type { ProviderRule } from '../rule.ts'
import { anthropicContentRules } from './anthropic-content.ts'
import { anthropicThinkingRules } from './anthropic-thinking.ts'
import { anthropicToolRules } from './anthropic-tools.ts'

/** What Anthropic refuses of a Messages request. Messages of one role that stand side by side are read as one. */
export const anthropicRules: readonly ProviderRule[] = [
  ...anthropicContentRules,
  ...anthropicToolRules,
  ...anthropicThinkingRules,
]
