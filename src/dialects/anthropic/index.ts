import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import type { AnthropicMessage } from './anthropic-message.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { sequenceRules } from './sequence-rules.ts'

export type { AnthropicMessage } from './anthropic-message.ts'

/**
 * The dialect of the `messages` of Anthropic's Messages API, its beta included. Frozen; the functions of all such
 * dialects are the same. The `system` prompt stands outside the list: give its size as overhead.
 *
 * Its `read` throws a `TypeError` without any content for a message that is no object, or that holds a value without a
 * JSON form. The type parameter is the host's own message type, such as `MessageParam`.
 */
export function anthropic<M extends AnthropicMessage = AnthropicMessage>(): Dialect<M> {
  const dialect: Dialect<AnthropicMessage> = Object.freeze({
    name: 'anthropic',
    rules: sequenceRules,
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms are valid messages of every version of the API
}
