import { addExtras } from '../add-extras.ts'
import { type Fields, isFields } from '../fields.ts'
import { addLink, addText, joinPieces, type ReadingDraft } from '../reading-draft.ts'
import { answeredId, isElidable } from './output-item.ts'
import { readPart } from './read-part.ts'

/** Reads the output of a call that an earlier item holds. */
export function readOutput(draft: ReadingDraft, item: Fields): void {
  const key = answeredId(item)
  if (key !== undefined) addText(draft, 'resultId', key)
  const from = draft.pieces.length
  readValue(draft, item['output'] ?? item['result'])
  const text = joinPieces(draft.pieces, from, 'resultContent')
  addExtras(draft, item, outputKeys)
  if (key !== undefined) addLink(draft, { type: 'result', key, text, elidable: isElidable(item) })
}

function readValue(draft: ReadingDraft, value: unknown): void {
  if (typeof value === 'string') addText(draft, 'resultContent', value)
  else if (Array.isArray(value)) for (const part of value) readChunk(draft, part)
  else if (value !== undefined && value !== null) readPart(draft, value, 'resultContent')
}

/** Reads a content part, or what a command of a shell printed. */
function readChunk(draft: ReadingDraft, part: unknown): void {
  if (!isFields(part) || typeof part['stdout'] !== 'string' || typeof part['stderr'] !== 'string') {
    readPart(draft, part, 'resultContent')
    return
  }
  // How the command ended is a status, as the error mark of other results is.
  addText(draft, 'resultContent', part['stdout'])
  addText(draft, 'resultContent', part['stderr'])
}

const outputKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'call_id', 'output', 'result', 'status', 'execution', 'max_output_length'],
])
