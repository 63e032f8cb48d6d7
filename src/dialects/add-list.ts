import { encodeOpaque } from './encode-opaque.ts'
import { addText, type ReadingDraft } from './reading-draft.ts'

/** Reads a list that stands beside a text, such as its citations, as opaque content. An empty one says nothing. */
export function addList(draft: ReadingDraft, list: unknown): void {
  if (list === undefined || list === null) return
  if (!Array.isArray(list) || list.length > 0) addText(draft, 'opaque', encodeOpaque(list))
}
