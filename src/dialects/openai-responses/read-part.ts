import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addList } from '../add-list.ts'
import { addOpaque } from '../add-opaque.ts'
import { base64Piece } from '../base64-piece.ts'
import { type Fields, isFields } from '../fields.ts'
import { addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { isDataUrl, urlPiece } from '../url-piece.ts'

/** Reads a part that has the shape which its type promises; false for any other. */
type PartReader = (draft: ReadingDraft, part: Fields, textType: TextPiece['type']) => boolean

const readers: ReadonlyMap<unknown, PartReader> = new Map<unknown, PartReader>([
  ['input_text', (draft, part, textType) => readText(draft, part, 'text', textType)],
  ['output_text', (draft, part, textType) => readText(draft, part, 'text', textType)],
  ['text', (draft, part, textType) => readText(draft, part, 'text', textType)],
  ['refusal', (draft, part, textType) => readText(draft, part, 'refusal', textType)],
  ['summary_text', (draft, part, textType) => readText(draft, part, 'text', textType)],
  ['reasoning_text', (draft, part, textType) => readText(draft, part, 'text', textType)],
  ['input_image', readImage],
  ['computer_screenshot', readImage],
  ['input_file', readFile],
  ['input_audio', readAudio],
])

/** Reads one content part. What is not known, or not shaped as its type promises, is opaque. */
export function readPart(draft: ReadingDraft, part: unknown, textType: TextPiece['type']): void {
  if (isFields(part) && readers.get(part['type'])?.(draft, part, textType)) return
  addOpaque(draft, part)
}

function readText(draft: ReadingDraft, part: Fields, field: string, textType: TextPiece['type']): boolean {
  const text = part[field]
  if (typeof text !== 'string') return false
  addText(draft, textType, text)
  addList(draft, part['annotations'])
  addList(draft, part['logprobs'])
  addExtras(draft, part, textKeys)
  return true
}

function readImage(draft: ReadingDraft, part: Fields): boolean {
  const url = part['image_url']
  if (typeof url !== 'string') return false
  addPiece(draft, urlPiece(url))
  addExtras(draft, part, imageKeys)
  return true
}

function readFile(draft: ReadingDraft, part: Fields): boolean {
  const { file_data: data, file_url: url } = part
  if (typeof data === 'string')
    addPiece(draft, isDataUrl(data) ? urlPiece(data) : base64Piece(undefined, data))
  if (typeof url === 'string') addPiece(draft, urlPiece(url))
  if (typeof data !== 'string' && typeof url !== 'string') return false
  addExtras(draft, part, fileKeys)
  return true
}

function readAudio(draft: ReadingDraft, part: Fields): boolean {
  const audio = part['input_audio']
  if (!isFields(audio)) return false
  const { data, format } = audio
  if (typeof data !== 'string') return false
  addPiece(draft, base64Piece(typeof format === 'string' ? `audio/${format}` : undefined, data))
  addExtras(draft, part, audioKeys)
  return true
}

const textKeys: ReadonlySet<string> = new Set(['type', 'text', 'refusal', 'annotations', 'logprobs'])
const imageKeys: ReadonlySet<string> = new Set(['type', 'image_url', 'detail'])
const fileKeys: ReadonlySet<string> = new Set(['type', 'file_data', 'file_url', 'detail'])
const audioKeys: ReadonlySet<string> = new Set(['type', 'input_audio'])
