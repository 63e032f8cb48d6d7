import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { base64Piece } from '../base64-piece.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import {
  addApprovalRequest,
  addApprovalResponse,
  addLink,
  addPiece,
  addText,
  type ReadingDraft,
} from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { isDataUrl, urlPiece } from '../url-piece.ts'
import { pairingKey } from './pairing-key.ts'

/** Reads a part that has the shape which its type promises; false for any other. */
type PartReader = (draft: ReadingDraft, part: Fields, textType: TextPiece['type']) => boolean

const reasoningTypes: ReadonlySet<unknown> = new Set(['reasoning', 'thinking'])

const readers: ReadonlyMap<unknown, PartReader> = new Map<unknown, PartReader>([
  ['text', (draft, part, textType) => readTextField(draft, part, 'text', textType)],
  ['input_text', (draft, part, textType) => readTextField(draft, part, 'text', textType)],
  ['output_text', (draft, part, textType) => readTextField(draft, part, 'text', textType)],
  ['refusal', (draft, part, textType) => readTextField(draft, part, 'refusal', textType)],
  ['reasoning', (draft, part) => readTextField(draft, part, 'text', 'reasoning')],
  ['thinking', (draft, part) => readTextField(draft, part, 'thinking', 'reasoning')],
  ['image_url', readImageUrl],
  ['image', readImage],
  ['input_audio', readAudio],
  ['file', readFile],
  ['compaction', readCompaction],
  ['tool-approval-request', readApprovalRequest],
  ['tool-approval-response', readApprovalResponse],
  ['tool-result', readInlineResult],
])

/** Reads one content part. What is not known, or not shaped as its type promises, is opaque. */
export function readPart(draft: ReadingDraft, part: unknown, textType: TextPiece['type']): void {
  if (typeof part === 'string') addText(draft, textType, part)
  else if (!isFields(part)) addText(draft, 'opaque', encodeOpaque(part) || 'null')
  else if (!readers.get(part['type'])?.(draft, part, textType)) {
    if (part['cache_control'] !== undefined && part['cache_control'] !== null) draft.cacheMarks += 1
    addText(draft, 'opaque', encodeOpaque(part))
  }
}

export function isReasoningPart(part: unknown): boolean {
  return isFields(part) && reasoningTypes.has(part['type'])
}

/** Whether a part is the result of a call that the provider ran, beside the call in its message. */
export function isInlineResult(part: unknown): boolean {
  return isFields(part) && part['type'] === 'tool-result'
}

function readTextField(draft: ReadingDraft, part: Fields, field: string, type: TextPiece['type']): boolean {
  const text = part[field]
  if (typeof text !== 'string') return false
  addText(draft, type, text)
  addExtras(draft, part, textKeys)
  return true
}

function readImageUrl(draft: ReadingDraft, part: Fields): boolean {
  const image = part['image_url']
  const url = isFields(image) ? image['url'] : image
  if (typeof url !== 'string') return false
  addPiece(draft, urlPiece(url))
  addExtras(draft, part, imageUrlKeys)
  if (isFields(image)) addExtras(draft, image, imageKeys)
  return true
}

function readImage(draft: ReadingDraft, part: Fields): boolean {
  const { data, mediaType } = part
  if (typeof data !== 'string' || typeof mediaType !== 'string') return false
  addPiece(draft, isDataUrl(data) ? urlPiece(data, mediaType) : base64Piece(mediaType, data))
  addExtras(draft, part, imageDataKeys)
  return true
}

function readAudio(draft: ReadingDraft, part: Fields): boolean {
  const audio = part['input_audio']
  if (!isFields(audio) || typeof audio['data'] !== 'string') return false
  const format = audio['format']
  addPiece(draft, base64Piece(typeof format === 'string' ? `audio/${format}` : undefined, audio['data']))
  addExtras(draft, part, audioKeys)
  addExtras(draft, audio, audioKeys)
  return true
}

function readFile(draft: ReadingDraft, part: Fields): boolean {
  const file = part['file']
  if (!isFields(file) || typeof file['file_data'] !== 'string') return false
  const data = file['file_data']
  addPiece(draft, isDataUrl(data) ? urlPiece(data) : base64Piece(undefined, data))
  addExtras(draft, part, fileKeys)
  addExtras(draft, file, fileKeys)
  return true
}

function readCompaction(draft: ReadingDraft): boolean {
  draft.compaction = true
  return false
}

function readApprovalRequest(draft: ReadingDraft, part: Fields): boolean {
  const { approvalId, toolCallId } = part
  const key = typeof toolCallId === 'string' ? pairingKey(toolCallId) : undefined
  if (typeof approvalId === 'string') addApprovalRequest(draft, approvalId, key)
  return false
}

function readApprovalResponse(draft: ReadingDraft, part: Fields): boolean {
  if (typeof part['approvalId'] === 'string') addApprovalResponse(draft, part['approvalId'])
  return false
}

function readInlineResult(draft: ReadingDraft, part: Fields): boolean {
  // A message of a tool answers one call, whatever its content is made of.
  if (draft.role === 'tool') return false
  const id = sentText(part['toolCallId'])
  const text = typeof part['text'] === 'string' ? part['text'] : undefined
  addText(draft, 'resultId', id)
  if (text !== undefined) addText(draft, 'resultContent', text)
  addExtras(draft, part, text === undefined ? inlineResultKeys : inlineTextResultKeys)
  addLink(draft, { type: 'result', key: pairingKey(id), text, elidable: false })
  return true
}

const textKeys: ReadonlySet<string> = new Set(['type', 'text', 'refusal', 'thinking'])
const imageUrlKeys: ReadonlySet<string> = new Set(['type', 'image_url'])
const imageKeys: ReadonlySet<string> = new Set(['url', 'detail'])
const imageDataKeys: ReadonlySet<string> = new Set(['type', 'data', 'mediaType'])
const audioKeys: ReadonlySet<string> = new Set(['type', 'input_audio', 'data', 'format'])
const fileKeys: ReadonlySet<string> = new Set(['type', 'file', 'file_data'])
const inlineResultKeys: ReadonlySet<string> = new Set(['type', 'toolCallId', 'providerExecuted'])
const inlineTextResultKeys: ReadonlySet<string> = new Set([...inlineResultKeys, 'text'])
