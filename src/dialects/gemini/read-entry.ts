import type { MessageReading, Role } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { draftReading, type ReadingDraft, settleContent } from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { linkKeys } from './link-keys.ts'
import { isResponsePart, isThought } from './part-kinds.ts'
import { readPart } from './read-part.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['user', 'user'],
  ['model', 'assistant'],
  // Of older clients.
  ['function', 'tool'],
])

const contentKeys: ReadonlySet<string> = new Set(['role', 'parts'])

/**
 * Reads one content of a Gemini request. A user's content with responses to calls is read as the tools' message, with the
 * text beside them. Parts and fields that are not known are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(content: unknown): MessageReading {
  const fields = requireMessage(content)
  const draft = draftReading(roleOf(fields))
  settleContent(draft, readParts(draft, fields['parts']))
  // The API takes a part whose text is empty, and no content without a part.
  if (draft.empty && Array.isArray(fields['parts']) && fields['parts'].some(isText)) {
    draft.empty = false
    draft.plainText = ''
  }
  addExtras(draft, fields, contentKeys)
  return draft
}

function roleOf({ role, parts }: Fields): Role {
  const isList = Array.isArray(parts)
  if (role !== undefined && role !== 'user') return roles.get(role) ?? 'other'
  if (isList && parts.some(isResponsePart)) return 'tool'
  return role === 'user' || isList ? 'user' : 'other'
}

/** Reads the parts and tells whether there is anything but thoughts in them. */
function readParts(draft: ReadingDraft, parts: unknown): boolean {
  if (!Array.isArray(parts)) {
    if (parts !== undefined && parts !== null) addOpaque(draft, parts)
    return true
  }
  const keys = { call: linkKeys(), response: linkKeys() }
  let moreThanThoughts = false
  for (const part of parts) {
    const before = draft.pieces.length
    readPart(draft, part, keys)
    if (draft.pieces.length > before && !isThought(part)) moreThanThoughts = true
  }
  return moreThanThoughts
}

function isText(part: unknown): boolean {
  return isFields(part) && typeof part['text'] === 'string'
}
