import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import type { OpenAIChatMessage } from './openai-chat-message.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { type OpenAIChatProvider, rulesFor } from './sequence-rules.ts'

export type { OpenAIChatMessage } from './openai-chat-message.ts'
export type { OpenAIChatProvider } from './sequence-rules.ts'

/** Options of `openaiChat`. */
export interface OpenAIChatOptions {
  /** Whose sequence rules apply. Default `compatible`: what strict compatible servers refuse. */
  readonly provider?: OpenAIChatProvider
}

/**
 * The dialect of Chat Completions messages, also as compatible servers and gateways write them. Frozen; the functions of
 * all such dialects are the same.
 *
 * Its `read` throws a `TypeError` without any content for a message that is no object, or that holds a value without a
 * JSON form. The type parameter is the host's own message type, such as `ChatCompletionMessageParam`.
 */
export function openaiChat<M extends OpenAIChatMessage = OpenAIChatMessage>({
  provider = 'compatible',
}: OpenAIChatOptions = {}): Dialect<M> {
  const dialect: Dialect<OpenAIChatMessage> = Object.freeze({
    name: 'openaiChat',
    rules: rulesFor(provider),
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms have fields that every Chat Completions type has
}
