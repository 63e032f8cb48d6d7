import type { ShapeName } from './shape-names.ts'

/** Shapes as people call them. */
export const shapeTitles: Readonly<Record<ShapeName, string>> = {
  'openai-chat': 'OpenAI chat',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  'ai-sdk': 'AI SDK',
  langchain: 'LangChain',
  'openai-agents': 'OpenAI Agents',
  gemini: 'Gemini',
  pi: 'pi',
  'claude-code': 'a Claude Code session',
  openhands: 'OpenHands events',
}
