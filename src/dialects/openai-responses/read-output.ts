import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
import { readOutputValue } from '../read-output-value.ts'
import { addLink, addText, joinPieces, type ReadingDraft } from '../reading-draft.ts'
import { answeredId, isElidable } from './output-item.ts'
import { readPart } from './read-part.ts'

/** Reads the output of a call that an earlier item holds. */
export function readOutput(draft: ReadingDraft, item: Fields): void {
  const key = answeredId(item)
  if (key !== undefined) addText(draft, 'resultId', key)
  const from = draft.pieces.length
  readOutputValue(draft, item['output'] ?? item['result'], readPart)
  const text = joinPieces(draft.pieces, from, 'resultContent')
  addExtras(draft, item, outputKeys)
  if (key !== undefined) addLink(draft, { type: 'result', key, text, elidable: isElidable(item) })
}

const outputKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'call_id', 'output', 'result', 'status', 'execution', 'max_output_length'],
])
