import type { Piece } from '../../context/reading.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addPiece, addText, joinPieces, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { urlPiece } from '../url-piece.ts'
import { opaqueText } from './opaque-text.ts'
import { readFile } from './read-file.ts'
import { readOptions } from './read-options.ts'

/** What the provider packages send for a denial without a reason. */
const denial = 'Tool call execution denied.'

/** Reads the output of a tool result and gives its text; undefined when it is more than text. */
export function readOutput(draft: ReadingDraft, output: unknown): string | undefined {
  if (!isFields(output)) return addOpaqueOutput(draft, output)
  readOptions(draft, output['providerOptions'])
  const { type, value } = output
  switch (type) {
    case 'text':
    case 'error-text':
      return addResultText(draft, sentText(value))
    case 'json':
    case 'error-json': {
      const text = addResultText(draft, encodeOpaque(value))
      return typeof value === 'string' ? value : text
    }
    case 'execution-denied':
      return addResultText(draft, sentText(output['reason']) || denial)
    case 'content':
      return Array.isArray(value) ? readItems(draft, value) : addOpaqueOutput(draft, output)
    default:
      return addOpaqueOutput(draft, output)
  }
}

/** Whether an output is the user's refusal, which must stay what it is. */
export function isDenial(output: unknown): boolean {
  return isFields(output) && output['type'] === 'execution-denied'
}

function readItems(draft: ReadingDraft, items: readonly unknown[]): string | undefined {
  let text: string | undefined = ''
  for (const item of items) {
    const from = draft.pieces.length
    readItem(draft, item)
    const itemText = joinPieces(draft.pieces, from, 'resultContent')
    text = text === undefined || itemText === undefined ? undefined : text + itemText
  }
  return text
}

function readItem(draft: ReadingDraft, item: unknown): void {
  if (!isFields(item)) {
    addText(draft, 'opaque', encodeOpaque(item) || 'null')
    return
  }
  const { type, text, data, url, providerOptions } = item
  if (type === 'text') addText(draft, 'resultContent', sentText(text))
  else if (data !== undefined) readItemFile(draft, item, readFile(data, item['mediaType']))
  else if (typeof url === 'string') readItemFile(draft, item, urlPiece(url))
  else addText(draft, 'opaque', opaqueText(item))
  readOptions(draft, providerOptions)
}

function readItemFile(draft: ReadingDraft, { filename }: Fields, piece: Piece): void {
  addText(draft, 'opaque', sentText(filename))
  addPiece(draft, piece)
}

function addResultText(draft: ReadingDraft, text: string): string {
  addText(draft, 'resultContent', text)
  return text
}

function addOpaqueOutput(draft: ReadingDraft, output: unknown): undefined {
  addText(draft, 'opaque', encodeOpaque(output) || 'null')
  return undefined
}
