import { aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import { anthropic } from '../../src/dialects/anthropic/index.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/index.ts'
import { type BoundedList, boundAtShares, type HeldList } from '../support/bound-at-shares.ts'
import type { RuleProfile } from '../support/rule-server/rule.ts'
import type { Fields } from '../support/rule-server/wire.ts'
import { takeInstructions, withoutLastAnswer } from '../support/translate/chat-fields.ts'
import { withShortIds } from '../support/translate/short-ids.ts'
import { toAnthropic } from '../support/translate/to-anthropic.ts'
import { toGemini } from '../support/translate/to-gemini.ts'
import { toOpenAIChat } from '../support/translate/to-openai-chat.ts'
import { toPrompt } from '../support/translate/to-prompt.ts'
import { toResponses } from '../support/translate/to-responses.ts'

type Chat = readonly OpenAIChatMessage[]

/** An API with what bounds a conversation for it, and the request that its client makes of a bounded list. */
export interface AcceptingApi {
  readonly profile: RuleProfile
  /** The requests of a conversation, bounded at shares of its size. */
  bound(chat: Chat, shares: readonly number[]): Promise<readonly BoundedList<Fields>[]>
}

export const acceptingApis: readonly AcceptingApi[] = [
  api('openai-chat', 'gpt-5', (chat) => ({
    messages: toOpenAIChat(chat),
    dialect: openaiChat({ provider: 'openai' }),
  })),
  api('mistral', 'mistral-large-latest', (chat) => ({
    messages: withInstructionsFirst(chat).map(withShortIds),
    dialect: openaiChat({ provider: 'mistral' }),
  })),
  api('deepseek', 'deepseek-chat', (chat) => ({
    messages: chat,
    dialect: openaiChat({ provider: 'deepseek' }),
  })),
  api(
    'openai-responses',
    'gpt-5',
    (chat) => ({ messages: toResponses(chat), dialect: openaiResponses() }),
    (input) => ({ input }),
  ),
  {
    profile: 'anthropic',
    bound: (chat, shares) => {
      const { system, messages } = toAnthropic(withoutLastAnswer(chat))
      const held = { messages, dialect: anthropic(), overhead: [system] }
      const body = { model: 'claude-sonnet-4-5', max_tokens: 64, ...(system !== '' && { system }) }
      return boundAtShares(held, shares, (list) => ({ ...body, messages: list }))
    },
  },
  api(
    'gemini',
    'gemini-2.5-flash',
    (chat) => ({ messages: toPrompt(chat), dialect: aiSdk({ provider: 'google.generative-ai' }) }),
    toGemini,
  ),
]

function api<M>(
  profile: RuleProfile,
  model: string,
  hold: (chat: Chat) => HeldList<M>,
  toBody: (list: readonly M[]) => Fields = (messages) => ({ messages }),
): AcceptingApi {
  return {
    profile,
    bound: (chat, shares) =>
      boundAtShares(hold(withoutLastAnswer(chat)), shares, (list) => ({ model, ...toBody(list) })),
  }
}

// Mistral takes no instructions behind an answer or a result: its clients have them at the start alone.
function withInstructionsFirst(chat: Chat): Chat {
  const { instructions, rest } = takeInstructions(chat)
  return instructions === '' ? rest : [{ role: 'system', content: instructions }, ...rest]
}
