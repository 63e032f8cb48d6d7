import type { MessageReading, Role } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
import { addText, draftReading, type ReadingDraft, settleContent } from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { sentText } from '../sent-text.ts'
import { isThinking, readBlock } from './read-block.ts'
import { isClientResult } from './read-tools.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

// What a message of a response has beside its content, and what a system message says about itself.
const messageKeys: ReadonlySet<string> = new Set([
  ...['role', 'content', 'id', 'type', 'model', 'stop_reason', 'stop_sequence', 'stop_details', 'usage'],
  ...['container', 'context_management', 'clear_at', 'output_config'],
])

/**
 * Reads one message of the Messages API. A user message with tool results in it is read as the tools' message, with the
 * text beside them. Blocks and fields that are not known are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(message: unknown): MessageReading {
  const fields = requireMessage(message)
  const draft = draftReading(roleOf(fields))
  settleContent(draft, readBlocks(draft, fields['content']))
  // The API makes one turn of assistant messages that stand side by side.
  draft.continues = draft.role === 'assistant'
  addExtras(draft, fields, messageKeys)
  return draft
}

function roleOf({ role, content }: Fields): Role {
  if (role === 'user' && Array.isArray(content) && content.some(isClientResult)) return 'tool'
  return roles.get(role) ?? 'other'
}

/** Reads the content and tells whether there is anything but thinking in it. */
function readBlocks(draft: ReadingDraft, content: unknown): boolean {
  if (!Array.isArray(content)) {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? 'text' : 'opaque', sentText(content))
    return true
  }
  let moreThanThinking = false
  for (const block of content) {
    const before = draft.pieces.length
    readBlock(draft, block)
    if (draft.pieces.length > before && !isThinking(block)) moreThanThinking = true
  }
  return moreThanThinking
}
