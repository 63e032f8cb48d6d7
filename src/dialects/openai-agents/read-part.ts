import type { TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addText, type ReadingDraft } from '../reading-draft.ts'
import { addProviderData } from './add-provider-data.ts'
import { readSource } from './read-source.ts'

/** Reads a part that has the shape which its type promises; false for any other. */
type PartReader = (draft: ReadingDraft, part: Fields, textType: TextPiece['type']) => boolean

const partKeys = ['type', 'providerData', 'promptCacheBreakpoint'] as const

const readers: ReadonlyMap<unknown, PartReader> = new Map<unknown, PartReader>([
  ['input_text', textReader('text')],
  ['output_text', textReader('text')],
  ['text', textReader('text')],
  ['summary_text', textReader('text')],
  ['reasoning_text', textReader('text')],
  ['refusal', textReader('refusal')],
  ['input_image', sourceReader('image')],
  ['image', sourceReader('image')],
  ['input_file', sourceReader('file')],
  ['file', sourceReader('file')],
  ['audio', sourceReader('audio')],
  ['computer_screenshot', sourceReader('data')],
])

/** Reads one content part. What is not known, or not shaped as its type promises, is opaque. */
export function readPart(draft: ReadingDraft, part: unknown, textType: TextPiece['type']): void {
  if (isFields(part) && readers.get(part['type'])?.(draft, part, textType)) return
  addOpaque(draft, part)
}

function textReader(field: string): PartReader {
  const known = new Set([...partKeys, field])
  return (draft, part, textType) => {
    const text = part[field]
    if (typeof text !== 'string') return false
    addText(draft, textType, text)
    addBeside(draft, part, known)
    return true
  }
}

function sourceReader(field: string): PartReader {
  const known = new Set([...partKeys, field, 'detail', 'format', 'mediaType'])
  return (draft, part) => {
    const { format, mediaType } = part
    const named = typeof mediaType === 'string' ? mediaType : undefined
    const isRead = readSource(draft, part[field], typeof format === 'string' ? `audio/${format}` : named)
    // Earlier releases wrote the source beside the field: such a part is opaque as a whole.
    if (!isRead) return false
    addBeside(draft, part, known)
    return true
  }
}

function addBeside(draft: ReadingDraft, part: Fields, known: ReadonlySet<string>): void {
  if (isFields(part['promptCacheBreakpoint'])) draft.cacheMarks += 1
  addExtras(draft, part, known)
  addProviderData(draft, part)
}
