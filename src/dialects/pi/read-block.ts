import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { base64Piece } from '../base64-piece.ts'
import { CallLink } from '../call-link.ts'
import { type Fields, isFields } from '../fields.ts'
import { addLink, addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'

/** Reads a block that has the shape which its type promises; false for any other. */
type BlockReader = (draft: ReadingDraft, block: Fields, textType: TextPiece['type']) => boolean

const readers: ReadonlyMap<unknown, BlockReader> = new Map<unknown, BlockReader>([
  ['text', readText],
  ['image', readImage],
  ['thinking', readThinking],
  ['toolCall', readCall],
])

/** Reads one block of a message. What is not known, or not shaped as its type promises, is opaque. */
export function readBlock(draft: ReadingDraft, block: unknown, textType: TextPiece['type']): void {
  if (isFields(block) && readers.get(block['type'])?.(draft, block, textType)) return
  addOpaque(draft, block)
}

export function isThinking(block: unknown): boolean {
  return isFields(block) && block['type'] === 'thinking'
}

function readText(draft: ReadingDraft, block: Fields, textType: TextPiece['type']): boolean {
  if (typeof block['text'] !== 'string') return false
  addText(draft, textType, block['text'])
  addText(draft, 'opaque', sentText(block['textSignature']))
  addExtras(draft, block, textKeys)
  return true
}

function readImage(draft: ReadingDraft, block: Fields): boolean {
  const { data, mimeType } = block
  if (typeof data !== 'string') return false
  addPiece(draft, base64Piece(typeof mimeType === 'string' ? mimeType : undefined, data))
  addExtras(draft, block, imageKeys)
  return true
}

function readThinking(draft: ReadingDraft, block: Fields): boolean {
  addText(draft, 'reasoning', sentText(block['thinking']))
  addText(draft, 'opaque', sentText(block['thinkingSignature']))
  addExtras(draft, block, thinkingKeys)
  return true
}

function readCall(draft: ReadingDraft, block: Fields): boolean {
  const id = sentText(block['id'])
  const name = sentText(block['name'])
  const input = block['arguments']
  const text = sentText(input)
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', text)
  addText(draft, 'opaque', sentText(block['thoughtSignature']))
  addExtras(draft, block, callKeys)
  if (typeof input === 'string') addLink(draft, new CallLink(id, id, name, false, text))
  else addLink(draft, { type: 'call', key: id, id, name, providerExecuted: false, argumentsAreJson: true })
  return true
}

const textKeys: ReadonlySet<string> = new Set(['type', 'text', 'textSignature'])
const imageKeys: ReadonlySet<string> = new Set(['type', 'data', 'mimeType'])
const thinkingKeys: ReadonlySet<string> = new Set(['type', 'thinking', 'thinkingSignature', 'redacted'])
const callKeys: ReadonlySet<string> = new Set(['type', 'id', 'name', 'arguments', 'thoughtSignature'])
