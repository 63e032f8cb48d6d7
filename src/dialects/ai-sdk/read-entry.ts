import type { MessageReading, Role } from '../../context/reading.ts'
import { addText, draftReading, settleContent } from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { sentText } from '../sent-text.ts'
import { readOptions } from './read-options.ts'
import { isReasoningPart, readPart } from './read-part.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
])

/**
 * Reads one message of the AI SDK's model prompt, of the specifications v2 to v4. A text part counts in full also where
 * the provider package sends but the id of a stored item: the model reads the text.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(message: unknown): MessageReading {
  const fields = requireMessage(message)
  const draft = draftReading(roles.get(fields['role']) ?? 'other')
  const { content } = fields
  let moreThanReasoning = false
  if (Array.isArray(content)) {
    for (const part of content) {
      const before = draft.pieces.length
      readPart(draft, part)
      if (draft.pieces.length > before && !isReasoningPart(part)) moreThanReasoning = true
    }
  } else {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? 'text' : 'opaque', sentText(content))
    moreThanReasoning = true
  }
  settleContent(draft, moreThanReasoning)
  if (fields['providerOptions'] !== undefined) readOptions(draft, fields['providerOptions'])
  return draft
}
