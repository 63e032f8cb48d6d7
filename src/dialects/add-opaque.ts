import { cacheMarkKeys } from './cache-mark-keys.ts'
import { encodeOpaque } from './encode-opaque.ts'
import { isFields } from './fields.ts'
import { addText, type ReadingDraft } from './reading-draft.ts'

/** Reads a part that a reader doesn't know, at its encoded length. Its cache marks are counted, and not measured. */
export function addOpaque(draft: ReadingDraft, part: unknown): void {
  addText(draft, 'opaque', encodeOpaque(takeCacheMarks(draft, part)) || 'null')
}

function takeCacheMarks(draft: ReadingDraft, part: unknown): unknown {
  if (!isFields(part)) return part
  const marked = [...cacheMarkKeys].filter((key) => part[key] !== undefined && part[key] !== null)
  // Only what is marked is taken apart: a URL or a class instance would lose its form.
  if (marked.length === 0) return part
  draft.cacheMarks += marked.length
  return Object.fromEntries(Object.entries(part).filter(([key]) => !marked.includes(key)))
}
