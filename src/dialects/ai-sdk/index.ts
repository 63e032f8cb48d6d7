import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import type { AiSdkMessage } from './ai-sdk-message.ts'
import { answerCalls, assistantText, elide, joinResults, keepResults, userText } from './derived-forms.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { rulesForProvider } from './sequence-rules.ts'

export type { AiSdkMessage, AiSdkPart } from './ai-sdk-message.ts'

/** Options of `aiSdk`. */
export interface AiSdkOptions {
  /** The model's `provider`, such as `anthropic.messages`: whose sequence rules apply. Default `compatible`. */
  readonly provider?: string
}

/**
 * The dialect of the prompt that the AI SDK hands to a language model (specifications v2 to v4). Frozen; the functions of
 * all such dialects are the same.
 *
 * Its `read` throws a `TypeError` without any content for a message that is no object, or that holds a value without a
 * JSON form. The type parameter is the message type of one specification, such as `LanguageModelV4Message`.
 */
export function aiSdk<M extends AiSdkMessage = AiSdkMessage>({
  provider = 'compatible',
}: AiSdkOptions = {}): Dialect<M> {
  const dialect: Dialect<AiSdkMessage> = Object.freeze({
    name: 'aiSdk',
    rules: rulesForProvider(provider),
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    joinResults,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms are valid messages in all three specifications
}
