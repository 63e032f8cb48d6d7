import type { MessageReading } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
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
import { addProviderData } from './add-provider-data.ts'
import { dataOf, isCall, isMessage, isResult, typeOf } from './item-types.ts'
import { readCall } from './read-call.ts'
import { readPart } from './read-part.ts'
import { readResult } from './read-result.ts'
import { roleOf } from './role-of.ts'

type ItemReader = (draft: ReadingDraft, item: Fields) => void

const readers: ReadonlyMap<unknown, ItemReader> = new Map<unknown, ItemReader>([
  ['reasoning', readReasoning],
  ['compaction', readCompaction],
  ['mcp_approval_request', readApprovalRequest],
  ['mcp_approval_response', readApprovalResponse],
])

/**
 * Reads one item of an agent's input. Items of one response stand side by side in the list: each one that the model or the
 * server made says that its response goes on. Items and fields that are not known are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(item: unknown): MessageReading {
  const fields = requireMessage(item)
  const draft = draftReading(roleOf(fields))
  readerOf(fields)(draft, fields)
  settleContent(draft, fields['type'] !== 'reasoning')
  if (isMessage(fields)) {
    addExtras(draft, fields, messageKeys)
    addProviderData(draft, fields)
  }
  // What stood before a compaction is in it; what comes behind it is a start.
  draft.continues = draft.role === 'assistant' && !draft.compaction
  return draft
}

function readerOf(item: Fields): ItemReader {
  if (isMessage(item)) return readMessage
  const known = readers.get(typeOf(item))
  if (known) return known
  if (isCall(item)) return readCall
  return isResult(item) ? readResult : readOther
}

function readMessage(draft: ReadingDraft, { content }: Fields): void {
  if (Array.isArray(content)) for (const part of content) readPart(draft, part, 'text')
  else {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? 'text' : 'opaque', sentText(content))
  }
}

function readReasoning(draft: ReadingDraft, item: Fields): void {
  for (const list of [item['content'], item['rawContent']]) {
    if (Array.isArray(list)) for (const part of list) readPart(draft, part, 'reasoning')
  }
  addExtras(draft, item, reasoningKeys)
  addProviderData(draft, item, readAsContent)
  // Without content it stands for what the server holds under its id.
  if (draft.pieces.length === 0) addText(draft, 'opaque', sentText(item['id']))
}

function readCompaction(draft: ReadingDraft, item: Fields): void {
  draft.compaction = true
  addText(draft, 'opaque', sentText(item['encrypted_content'] ?? item['encryptedContent']))
  addExtras(draft, item, compactionKeys)
  addProviderData(draft, item)
}

function readApprovalRequest(draft: ReadingDraft, item: Fields): void {
  const id = dataOf(item)['id'] ?? item['id']
  // The call that it asks for comes into being with the approval.
  if (typeof id === 'string') addApprovalRequest(draft, id, undefined)
  readOther(draft, item)
}

function readApprovalResponse(draft: ReadingDraft, item: Fields): void {
  const asked = dataOf(item)['approval_request_id'] ?? dataOf(item)['approvalRequestId']
  if (typeof asked === 'string') addApprovalResponse(draft, asked)
  readOther(draft, item)
}

function readOther(draft: ReadingDraft, item: Fields): void {
  addText(draft, 'opaque', sentText(item['id'] ?? dataOf(item)['id']))
  addExtras(draft, item, otherKeys)
  addProviderData(draft, item)
}

const messageKeys: ReadonlySet<string> = new Set([
  ...['type', 'role', 'content', 'id', 'status', 'phase', 'providerData'],
])
const reasoningKeys: ReadonlySet<string> = new Set(['type', 'id', 'content', 'rawContent', 'providerData'])
const readAsContent: ReadonlySet<string> = new Set(['summary'])
const compactionKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'encrypted_content', 'encryptedContent', 'created_by', 'providerData'],
])
const otherKeys: ReadonlySet<string> = new Set(['type', 'id', 'status', 'providerData'])
