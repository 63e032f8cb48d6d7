import { cacheMarkKeys } from './cache-mark-keys.ts'
import { encodeOpaque } from './encode-opaque.ts'
import type { Fields } from './fields.ts'
import { addText, type ReadingDraft } from './reading-draft.ts'

/** Reads the fields that a reader doesn't know: cache marks are counted, anything else with a value is opaque content. */
export function addExtras(draft: ReadingDraft, fields: Fields, known: ReadonlySet<string>): void {
  for (const key in fields) {
    if (known.has(key) || !Object.hasOwn(fields, key)) continue
    const value = fields[key]
    if (value === undefined || value === null) continue
    if (cacheMarkKeys.has(key)) draft.cacheMarks += 1
    else addText(draft, 'opaque', encodeOpaque(value))
  }
}
