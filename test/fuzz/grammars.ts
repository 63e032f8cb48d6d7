import type { Grammar } from './grammar.ts'
import { aiSdkGrammar } from './grammars/ai-sdk.ts'
import { anthropicGrammar } from './grammars/anthropic.ts'
import { geminiGrammar } from './grammars/gemini.ts'
import { langchainGrammar } from './grammars/langchain.ts'
import { openaiAgentsGrammar } from './grammars/openai-agents.ts'
import { openaiChatGrammar } from './grammars/openai-chat.ts'
import { openaiResponsesGrammar } from './grammars/openai-responses.ts'
import { piGrammar } from './grammars/pi.ts'

/** A grammar of each dialect. */
export const grammars: readonly Grammar[] = [
  openaiChatGrammar,
  aiSdkGrammar,
  anthropicGrammar,
  openaiResponsesGrammar,
  openaiAgentsGrammar,
  langchainGrammar,
  geminiGrammar,
  piGrammar,
]
