import type { ShapeName } from './shape-names.ts'

/** Shapes as people call them. */
export const shapeTitles: Readonly<Record<ShapeName, string>> = {
  'openai-chat': 'OpenAI chat',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  'ai-sdk': 'AI SDK',
  langchain: 'LangChain',
  'claude-code': 'a Claude Code session',
  pi: 'a pi session',
}
