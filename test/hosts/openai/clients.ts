import OpenAI7 from 'openai'
import OpenAI6 from 'openai-v6'

export type FinalRequestOptions = Awaited<Parameters<OpenAI7['request']>[0]>
export type OpenAI = OpenAI7
export type ChatMessage = OpenAI7.Chat.ChatCompletionMessageParam
export type ResponseInput = OpenAI7.Responses.ResponseInput
export type Response = OpenAI7.Responses.Response

/** One major of the client. */
export interface Client {
  readonly title: string
  readonly major: 6 | 7
  readonly OpenAI: typeof OpenAI7
}

export const clients: readonly Client[] = [
  { title: 'openai 7', major: 7, OpenAI: OpenAI7 },
  { title: 'openai 6', major: 6, OpenAI: OpenAI6 as unknown as typeof OpenAI7 }, // the same client, one major before
]
