import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addList } from '../add-list.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addApprovalRequest, addApprovalResponse, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { readFile } from './read-file.ts'
import { isCallBlock } from './tool-calls.ts'

/** Reads a block that has the shape which its type promises; false for any other. */
type BlockReader = (draft: ReadingDraft, block: Fields, textType: TextPiece['type']) => boolean

const readers: ReadonlyMap<unknown, BlockReader> = new Map<unknown, BlockReader>([
  ['text', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['input_text', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['output_text', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['text-plain', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['summary_text', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['reasoning_text', (draft, block, textType) => readTextField(draft, block, 'text', textType)],
  ['refusal', (draft, block, textType) => readTextField(draft, block, 'refusal', textType)],
  ['thinking', (draft, block) => readTextField(draft, block, 'thinking', 'reasoning')],
  ['reasoning', readReasoning],
  ...['image', 'image_url', 'audio', 'input_audio', 'video', 'file', 'document', 'media'].map(
    (type) => [type, readFile] as const,
  ),
  ['compaction', readCompaction],
  ['mcp_approval_request', readApprovalRequest],
  ['mcp_approval_response', readApprovalResponse],
])

/** Reads one content block. What is not known, or not shaped as its type promises, is opaque. */
export function readBlock(draft: ReadingDraft, block: unknown, textType: TextPiece['type']): void {
  if (typeof block === 'string') addText(draft, textType, block)
  else if (isCallBlock(block)) addExtras(draft, block, callKeys)
  else if (!isFields(block) || !readers.get(block['type'])?.(draft, block, textType)) addOpaque(draft, block)
}

/** Reads what the model thought: a content block, or an item of the Responses API. */
export function readReasoning(draft: ReadingDraft, block: Fields): true {
  const before = draft.pieces.length
  addText(draft, 'reasoning', sentText(block['reasoning'] ?? block['text']))
  for (const list of [block['summary'], block['content']]) {
    if (Array.isArray(list)) for (const part of list) readBlock(draft, part, 'reasoning')
  }
  addText(draft, 'opaque', sentText(block['encrypted_content']))
  addExtras(draft, block, reasoningKeys)
  // Without content it stands for what the server holds under its id.
  if (draft.pieces.length === before) addText(draft, 'opaque', sentText(block['id']))
  return true
}

export function isReasoningBlock(block: unknown): boolean {
  return isFields(block) && reasoningTypes.has(block['type'])
}

function readTextField(draft: ReadingDraft, block: Fields, field: string, type: TextPiece['type']): boolean {
  const text = block[field]
  if (typeof text !== 'string') return false
  addText(draft, type, text)
  addList(draft, block['annotations'])
  addList(draft, block['citations'])
  addExtras(draft, block, textKeys)
  return true
}

function readCompaction(draft: ReadingDraft): boolean {
  draft.compaction = true
  return false
}

function readApprovalRequest(draft: ReadingDraft, { id }: Fields): boolean {
  if (typeof id === 'string') addApprovalRequest(draft, id, undefined)
  return false
}

function readApprovalResponse(draft: ReadingDraft, { approval_request_id: id }: Fields): boolean {
  if (typeof id === 'string') addApprovalResponse(draft, id)
  return false
}

const reasoningTypes: ReadonlySet<unknown> = new Set([
  ...['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'],
])
const textKeys: ReadonlySet<string> = new Set([
  ...['type', 'text', 'refusal', 'thinking', 'index', 'id', 'annotations', 'citations', 'logprobs'],
])
const reasoningKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'index', 'status', 'reasoning', 'text', 'summary', 'content', 'encrypted_content'],
])
// Read with the call, wherever it stands.
const callKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'index', 'name', 'args', 'arguments', 'input', 'functionCall'],
])
