import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addList } from '../add-list.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { readSource } from './read-source.ts'

/** Reads a block that has the shape which its type promises; false for any other. */
type BlockReader = (draft: ReadingDraft, block: Fields, textType: TextPiece['type']) => boolean

const innerReaders: ReadonlyMap<unknown, BlockReader> = new Map<unknown, BlockReader>([
  ['text', readText],
  ['image', readImage],
])

const readers: ReadonlyMap<unknown, BlockReader> = new Map<unknown, BlockReader>([
  ...innerReaders,
  ['document', readDocument],
  ['search_result', readSearchResult],
])

/** Reads a block that users and tools write. What is not known, or not shaped as its type promises, is opaque. */
export function readContent(draft: ReadingDraft, block: unknown, textType: TextPiece['type']): void {
  readWith(readers, draft, block, textType)
}

function readWith(
  known: ReadonlyMap<unknown, BlockReader>,
  draft: ReadingDraft,
  block: unknown,
  textType: TextPiece['type'],
): void {
  if (isFields(block) && known.get(block['type'])?.(draft, block, textType)) return
  addOpaque(draft, block)
}

function readText(draft: ReadingDraft, block: Fields, textType: TextPiece['type']): boolean {
  const { text, citations } = block
  if (typeof text !== 'string') return false
  addText(draft, textType, text)
  addList(draft, citations)
  addExtras(draft, block, textKeys)
  return true
}

function readImage(draft: ReadingDraft, block: Fields): boolean {
  const piece = readSource(block['source'])
  if (!piece) return false
  addPiece(draft, piece)
  addExtras(draft, block, imageKeys)
  return true
}

function readDocument(draft: ReadingDraft, block: Fields, textType: TextPiece['type']): boolean {
  const { source } = block
  const piece = readSource(source)
  if (piece) addPiece(draft, piece)
  else if (!isFields(source) || !readInner(draft, source['content'], textType)) return false
  addExtras(draft, block, documentKeys)
  return true
}

function readSearchResult(draft: ReadingDraft, block: Fields, textType: TextPiece['type']): boolean {
  if (!readInner(draft, block['content'], textType)) return false
  addExtras(draft, block, searchResultKeys)
  return true
}

/** Reads the content of a document or a search result: text, or blocks of text and images. */
function readInner(draft: ReadingDraft, content: unknown, textType: TextPiece['type']): boolean {
  if (typeof content === 'string') addText(draft, textType, content)
  else if (!Array.isArray(content)) return false
  else for (const block of content) readWith(innerReaders, draft, block, textType)
  return true
}

const textKeys: ReadonlySet<string> = new Set(['type', 'text', 'citations'])
const imageKeys: ReadonlySet<string> = new Set(['type', 'source'])
// Whether a document may be cited is a setting.
const documentKeys: ReadonlySet<string> = new Set(['type', 'source', 'citations'])
const searchResultKeys: ReadonlySet<string> = new Set(['type', 'content', 'citations'])
