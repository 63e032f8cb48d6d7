import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import type { OpenAIResponsesItem } from './openai-responses-item.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { sequenceRules, statelessRules } from './sequence-rules.ts'

export type { OpenAIResponsesItem } from './openai-responses-item.ts'

/** What the list alone doesn't say. */
export interface OpenAIResponsesOptions {
  /** The `store` of the requests. Default true, as in the API. */
  readonly store?: boolean
}

/**
 * The dialect of the `input` items of OpenAI's Responses API, its hosted tools included. Frozen; the functions of all
 * such dialects are the same. The `instructions` stand outside the list: give their size as overhead. What an item names
 * by its id alone lies with the server, and is measured as the id.
 *
 * Its `read` throws a `TypeError` without any content for an item that is no object, or that holds a value without a JSON
 * form. The type parameter is the host's own item type, such as `ResponseInputItem`.
 */
export function openaiResponses<M extends OpenAIResponsesItem = OpenAIResponsesItem>({
  store = true,
}: OpenAIResponsesOptions = {}): Dialect<M> {
  const dialect: Dialect<OpenAIResponsesItem> = Object.freeze({
    name: 'openaiResponses',
    rules: store ? sequenceRules : statelessRules,
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms are valid items of every version of the API
}
