import type { MessageReading, Role, TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import {
  addLink,
  addText,
  draftReading,
  joinPieces,
  type ReadingDraft,
  settleContent,
} from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { sentText } from '../sent-text.ts'
import { isThinking, readBlock } from './read-block.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['toolResult', 'tool'],
])

// What pi notes about a message for itself; `details` of a result are for people.
const messageKeys: ReadonlySet<string> = new Set([
  ...['role', 'content', 'timestamp', 'toolCallId', 'toolName', 'details', 'isError'],
  ...['api', 'provider', 'model', 'responseModel', 'responseId', 'diagnostics', 'usage', 'stopReason'],
  'errorMessage',
])

/**
 * Reads one message of pi. A message of a role that an application has added is read as another's, with all that it holds.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(message: unknown): MessageReading {
  const fields = requireMessage(message)
  const draft = draftReading(roles.get(fields['role']) ?? 'other')
  const { content } = fields
  if (draft.role === 'tool') {
    const key = sentText(fields['toolCallId'])
    addText(draft, 'resultId', key)
    // Some providers want the name beside the result.
    addText(draft, 'opaque', sentText(fields['toolName']))
    const from = draft.pieces.length
    readContent(draft, content, 'resultContent')
    addLink(draft, {
      type: 'result',
      key,
      text: joinPieces(draft.pieces, from, 'resultContent'),
      elidable: true,
    })
    settleContent(draft, true)
  } else settleContent(draft, readContent(draft, content, 'text'))
  addExtras(draft, fields, messageKeys)
  return draft
}

/** Reads the content and tells whether there is anything but thinking in it. */
function readContent(draft: ReadingDraft, content: unknown, textType: TextPiece['type']): boolean {
  if (!Array.isArray(content)) {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? textType : 'opaque', sentText(content))
    return true
  }
  let moreThanThinking = false
  for (const block of content) {
    const before = draft.pieces.length
    readBlock(draft, block, textType)
    if (draft.pieces.length > before && !isThinking(block)) moreThanThinking = true
  }
  return moreThanThinking
}
