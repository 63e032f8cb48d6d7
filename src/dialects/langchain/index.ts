import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import type { LangChainMessage } from './langchain-message.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { type LangChainProvider, rulesFor } from './sequence-rules.ts'

export type { LangChainMessage } from './langchain-message.ts'
export type { LangChainProvider } from './sequence-rules.ts'

/** Options of `langchain`. */
export interface LangChainOptions {
  /** Whose sequence rules apply. Default `compatible`: what strict compatible servers refuse. */
  readonly provider?: LangChainProvider
}

/**
 * The dialect of LangChain messages: instances of the message classes of `@langchain/core`, and their serialised forms.
 * Frozen; the functions of all such dialects are the same.
 *
 * A message that is rewritten keeps its class and its form. Text of ours is in the plain form `{ type, content }`, which the
 * framework takes wherever it takes messages.
 *
 * Its `read` throws a `TypeError` without any content for a message that is no object, or that holds a value without a
 * JSON form. The type parameter is the host's own message type, such as `BaseMessage`.
 */
export function langchain<M extends LangChainMessage = LangChainMessage>({
  provider = 'compatible',
}: LangChainOptions = {}): Dialect<M> {
  const dialect: Dialect<LangChainMessage> = Object.freeze({
    name: 'langchain',
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
  return dialect as unknown as Dialect<M> // derived forms have fields that every message type has
}
