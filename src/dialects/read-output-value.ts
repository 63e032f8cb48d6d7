import type { TextPiece } from '../context/reading.ts'
import { isFields } from './fields.ts'
import { addText, type ReadingDraft } from './reading-draft.ts'

type ReadPart = (draft: ReadingDraft, part: unknown, textType: TextPiece['type']) => void

/** Reads the output of a call: a text, content parts, or what the commands of a shell printed. */
export function readOutputValue(draft: ReadingDraft, value: unknown, readPart: ReadPart): void {
  if (typeof value === 'string') addText(draft, 'resultContent', value)
  else if (Array.isArray(value)) for (const part of value) readChunk(draft, part, readPart)
  else if (value !== undefined && value !== null) readPart(draft, value, 'resultContent')
}

function readChunk(draft: ReadingDraft, part: unknown, readPart: ReadPart): void {
  if (!isFields(part) || typeof part['stdout'] !== 'string' || typeof part['stderr'] !== 'string') {
    readPart(draft, part, 'resultContent')
    return
  }
  // How the command ended is a status, as the error mark of other results is.
  addText(draft, 'resultContent', part['stdout'])
  addText(draft, 'resultContent', part['stderr'])
}
