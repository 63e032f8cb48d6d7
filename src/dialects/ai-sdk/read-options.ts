import { isFields } from '../fields.ts'
import { addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'

const cacheMarkKeys: ReadonlySet<string> = new Set([
  'cacheControl',
  'cache_control',
  'cachePoint',
  'promptCacheBreakpoint',
])

// Settings of the call and ids of stored items: nothing that the model reads.
const settingKeys: ReadonlySet<string> = new Set(['itemId', 'imageDetail', 'phase', 'type'])

/**
 * Reads the provider options of a message, a part or an output. Signatures, encrypted content and whatever else may reach
 * the model are opaque content; settings are not measured; a cache mark counts once, for however many providers it is set.
 */
export function readOptions(draft: ReadingDraft, options: unknown): void {
  if (!isFields(options)) return
  let marked = false
  for (const provider in options) {
    const fields = options[provider]
    if (!isFields(fields)) continue
    if (fields['type'] === 'compaction') draft.compaction = true
    for (const key in fields) {
      const value = fields[key]
      if (value === undefined || value === null || typeof value === 'boolean') continue
      if (cacheMarkKeys.has(key)) marked = true
      else if (!settingKeys.has(key)) addText(draft, 'opaque', sentText(value))
    }
  }
  if (marked) draft.cacheMarks += 1
}
