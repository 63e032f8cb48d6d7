import { copyMessage } from '../copy-message.ts'
import type { Dialect } from '../dialect.ts'
import { answerCalls, assistantText, elide, keepResults, userText } from './derived-forms.ts'
import type { PiMessage } from './pi-message.ts'
import { readEntry } from './read-entry.ts'
import { renameLinks } from './rename-links.ts'
import { rulesForApi } from './sequence-rules.ts'

export type { PiMessage } from './pi-message.ts'

/** Options of `pi`. */
export interface PiOptions {
  /** The model's `api`, such as `anthropic-messages`: whose sequence rules apply. */
  readonly api?: string
}

/**
 * The dialect of the messages of pi. Frozen; the functions of all such dialects are the same. The system prompt and the
 * tools stand outside the list: give their size as overhead.
 *
 * Its `read` throws a `TypeError` without any content for a message that is no object, or that holds a value without a
 * JSON form. The type parameter is the host's own message type, such as `Message` of `@mariozechner/pi-ai`.
 */
export function pi<M extends PiMessage = PiMessage>({ api = '' }: PiOptions = {}): Dialect<M> {
  const dialect: Dialect<PiMessage> = Object.freeze({
    name: 'pi',
    rules: rulesForApi(api),
    read: readEntry,
    copy: copyMessage,
    elide,
    keepResults,
    renameLinks,
    answerCalls,
    userText,
    assistantText,
  })
  return dialect as unknown as Dialect<M> // derived forms are valid messages of pi
}
