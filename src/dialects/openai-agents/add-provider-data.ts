import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
import { isFields } from '../fields.ts'
import type { ReadingDraft } from '../reading-draft.ts'

/**
 * Reads what an item or a part keeps of the provider's own, which goes back with it. What frames an item, what its reader
 * has read, and what says nothing, is left out.
 */
export function addProviderData(
  draft: ReadingDraft,
  { providerData }: Fields,
  known: ReadonlySet<string> = nothing,
): void {
  if (!isFields(providerData)) return
  const said: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(providerData)) {
    const isSilent = Array.isArray(value) && value.length === 0
    if (!isSilent && !framing.has(key) && !known.has(key)) said[key] = value
  }
  addExtras(draft, said, nothing)
}

const nothing: ReadonlySet<string> = new Set()
const framing: ReadonlySet<string> = new Set(['type', 'id', 'status', 'role', 'phase', 'created_by'])
