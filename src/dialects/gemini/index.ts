import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, joinResults, keepResults, userText } from './derived-forms.ts'
import type { GeminiContent } from './gemini-content.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { sequenceRules } from './sequence-rules.ts'

export type { GeminiContent } from './gemini-content.ts'

/**
 * The dialect of the `contents` of Gemini's `generateContent`. Frozen; the functions of all such dialects are the same.
 * The system instruction stands outside the list: give its size as overhead.
 *
 * Its `read` throws a `TypeError` without any content for a content that is no object, or that holds a value without a
 * JSON form. The type parameter is the host's own type, such as `Content` of `@google/genai`.
 */
export function gemini<M extends GeminiContent = GeminiContent>(): Dialect<M> {
  const dialect: Dialect<GeminiContent> = Object.freeze({
    name: 'gemini',
    rules: sequenceRules,
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
  return dialect as unknown as Dialect<M> // derived forms are valid contents of every version of the API
}
