import type { MessageReading, Role, TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
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
import { pairingKey } from './pairing-key.ts'
import { readFunctionCall, readToolCalls } from './read-calls.ts'
import { isReasoningPart, readPart } from './read-part.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

const messageKeys: ReadonlySet<string> = new Set([
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'refusal', 'audio'],
  ...['reasoning', 'reasoning_content', 'reasoning_details', 'is_error'],
])

/**
 * Reads one Chat Completions message: content in every form that the API and its compatible servers know, calls and
 * results of both generations, reasoning, and what hosts put beside these. Fields that are not known are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(message: unknown): MessageReading {
  const fields = requireMessage(message)
  const draft = draftReading(roles.get(fields['role']) ?? 'other')
  readReasoning(draft, fields)
  const moreThanReasoning = draft.role === 'tool' ? readResult(draft, fields) : readContent(draft, fields)
  const beside = draft.pieces.length
  readValue(draft, 'text', fields['refusal'])
  readValue(draft, 'opaque', fields['audio'])
  const answers = draft.pieces.length > beside
  const inlineResults = draft.role === 'tool' ? 0 : draft.links.length
  readFunctionCall(draft, fields['function_call'])
  readToolCalls(draft, fields['tool_calls'])
  // The calls of a message stand beside its content: an inline result follows its call.
  if (inlineResults > 0) draft.links.push(...draft.links.splice(0, inlineResults))
  settleContent(draft, moreThanReasoning || answers)
  readFieldsBeside(draft, fields)
  if (fields['prefix'] === true) draft.prefix = true
  return draft
}

function readReasoning(draft: ReadingDraft, fields: Fields): void {
  readValue(draft, 'reasoning', fields['reasoning_content'])
  readValue(draft, 'reasoning', fields['reasoning'])
  readValue(draft, 'reasoning', fields['reasoning_details'])
}

/** Reads the content as the result of a call. */
function readResult(draft: ReadingDraft, fields: Fields): true {
  const id = sentText(fields['role'] === 'function' ? fields['name'] : fields['tool_call_id'])
  addText(draft, 'resultId', id)
  const from = draft.pieces.length
  readContent(draft, fields)
  const text = joinPieces(draft.pieces, from, 'resultContent')
  const key = fields['role'] === 'function' ? id : pairingKey(id)
  addLink(draft, { type: 'result', key, text, elidable: true })
  return true
}

/** Reads the content and tells whether there is anything but reasoning in it. */
function readContent(draft: ReadingDraft, fields: Fields): boolean {
  const content = fields['content']
  const textType = draft.role === 'tool' ? 'resultContent' : 'text'
  if (typeof content === 'string') {
    if (content === '') draft.plainText = ''
    addText(draft, textType, content)
    return content !== ''
  }
  if (!Array.isArray(content)) return readValue(draft, 'opaque', content)
  let moreThanReasoning = false
  for (const part of content) {
    const before = draft.pieces.length
    readPart(draft, part, textType)
    if (draft.pieces.length > before && !isReasoningPart(part)) moreThanReasoning = true
  }
  return moreThanReasoning
}

/** What goes with the content but is none: the author's name, an id without use here, fields that are not known. */
function readFieldsBeside(draft: ReadingDraft, fields: Fields): void {
  if (fields['role'] !== 'function') addText(draft, 'opaque', sentText(fields['name']))
  if (fields['role'] !== 'tool') addText(draft, 'opaque', sentText(fields['tool_call_id']))
  addExtras(draft, fields, messageKeys)
}

/** Adds a value as text, or in its encoded form when it is none; false when there is nothing. */
function readValue(draft: ReadingDraft, type: TextPiece['type'], value: unknown): boolean {
  const text = sentText(value)
  addText(draft, type, text)
  return text !== ''
}
