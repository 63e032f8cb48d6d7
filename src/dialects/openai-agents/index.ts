import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import type { OpenAIAgentsItem } from './openai-agents-item.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { type OpenAIAgentsApi, rulesOfApi } from './sequence-rules.ts'

export type { OpenAIAgentsItem } from './openai-agents-item.ts'
export type { OpenAIAgentsApi } from './sequence-rules.ts'

/** Options of `openaiAgents`. */
export interface OpenAIAgentsOptions {
  /** The API that the model turns items into, whose sequence rules apply. Default `'responses'`, as in the SDK. */
  readonly api?: OpenAIAgentsApi
}

/**
 * The dialect of the OpenAI Agents SDK's input items, hosted tools and items of the provider's own included. Frozen; the
 * functions of all such dialects are the same. An agent's instructions stand outside the list: give their size as
 * overhead. What an item keeps as `providerData` goes back to the provider, and counts.
 *
 * Its `read` throws a `TypeError` without any content for an item that is no object, or that holds a value without a JSON
 * form. The type parameter is the host's own item type, such as `AgentInputItem`.
 */
export function openaiAgents<M extends OpenAIAgentsItem = OpenAIAgentsItem>({
  api = 'responses',
}: OpenAIAgentsOptions = {}): Dialect<M> {
  const dialect: Dialect<OpenAIAgentsItem> = Object.freeze({
    name: 'openaiAgents',
    rules: rulesOfApi[api],
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms are valid items of the SDK's
}
