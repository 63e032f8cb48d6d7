import type { MessageReading } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import type { Fields } from '../fields.ts'
import {
  addApprovalRequest,
  addApprovalResponse,
  addText,
  draftReading,
  type ReadingDraft,
  settleContent,
} from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { sentText } from '../sent-text.ts'
import { isCallType } from './call-shape.ts'
import { isReference } from './is-reference.ts'
import { isOutputType } from './output-item.ts'
import { readCall } from './read-call.ts'
import { readOutput } from './read-output.ts'
import { readPart } from './read-part.ts'
import { roleOf } from './role-of.ts'

type ItemReader = (draft: ReadingDraft, item: Fields) => void

const readers: ReadonlyMap<unknown, ItemReader> = new Map<unknown, ItemReader>([
  ['reasoning', readReasoning],
  ['compaction', readCompaction],
  ['mcp_approval_request', readApprovalRequest],
  ['mcp_approval_response', readApprovalResponse],
])

/**
 * Reads one item of the Responses API's input. Items of one response stand side by side in the list: each one that the
 * model or the server made says that its response goes on. Items and fields that are not known are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(item: unknown): MessageReading {
  const fields = requireMessage(item)
  const draft = draftReading(roleOf(fields))
  readerOf(fields)(draft, fields)
  settleContent(draft, fields['type'] !== 'reasoning')
  if (isMessage(fields)) addExtras(draft, fields, messageKeys)
  // A call goes without: its call id says which one it is.
  if (draft.role === 'assistant' && (isMessage(fields) || draft.reasoningOnly))
    draft.named = typeof fields['id'] === 'string'
  // What stood before a compaction is in it; what comes behind it is a start.
  draft.continues = draft.role === 'assistant' && !draft.compaction
  return draft
}

function readerOf(item: Fields): ItemReader {
  const { type } = item
  const known = readers.get(type)
  if (known) return known
  if (isReference(item)) return readReference
  if (isMessage(item)) return readMessage
  if (isCallType(type)) return readCall
  return isOutputType(type) ? readOutput : addOpaque
}

function isMessage(item: Fields): boolean {
  return item['type'] === 'message' || ((item['type'] ?? undefined) === undefined && !isReference(item))
}

function readMessage(draft: ReadingDraft, { content }: Fields): void {
  if (Array.isArray(content)) for (const part of content) readPart(draft, part, 'text')
  else {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? 'text' : 'opaque', sentText(content))
  }
}

function readReasoning(draft: ReadingDraft, item: Fields): void {
  for (const list of [item['summary'], item['content']]) {
    if (Array.isArray(list)) for (const part of list) readPart(draft, part, 'reasoning')
  }
  addText(draft, 'opaque', sentText(item['encrypted_content']))
  addExtras(draft, item, reasoningKeys)
  // Without content it stands for what the server holds under its id.
  if (draft.pieces.length === 0) readReference(draft, item)
}

function readReference(draft: ReadingDraft, item: Fields): void {
  addText(draft, 'opaque', sentText(item['id']))
}

function readCompaction(draft: ReadingDraft, item: Fields): void {
  draft.compaction = true
  addText(draft, 'opaque', sentText(item['encrypted_content']))
  addExtras(draft, item, compactionKeys)
}

function readApprovalRequest(draft: ReadingDraft, item: Fields): void {
  // The call that it asks for comes into being with the approval.
  if (typeof item['id'] === 'string') addApprovalRequest(draft, item['id'], undefined)
  addOpaque(draft, item)
}

function readApprovalResponse(draft: ReadingDraft, item: Fields): void {
  if (typeof item['approval_request_id'] === 'string') addApprovalResponse(draft, item['approval_request_id'])
  addOpaque(draft, item)
}

const messageKeys: ReadonlySet<string> = new Set(['type', 'role', 'content', 'id', 'status', 'phase'])
const reasoningKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'status', 'summary', 'content', 'encrypted_content'],
])
const compactionKeys: ReadonlySet<string> = new Set(['type', 'id', 'encrypted_content'])
