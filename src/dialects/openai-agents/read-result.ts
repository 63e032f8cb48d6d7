import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
import { readOutputValue } from '../read-output-value.ts'
import { addLink, addText, joinPieces, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { addProviderData } from './add-provider-data.ts'
import { callIdOf } from './item-types.ts'
import { readPart } from './read-part.ts'

// Those of a screenshot, of found tools and of a program are no text, and can't become one.
const elidableTypes: ReadonlySet<unknown> = new Set([
  'function_call_result',
  'shell_call_output',
  'apply_patch_call_output',
])

/** Whether a text may take the place of an item's output. */
export function isElidable({ type }: { readonly type?: unknown }): boolean {
  return elidableTypes.has(type)
}

/** Reads the result of a call that an earlier item holds. */
export function readResult(draft: ReadingDraft, item: Fields): void {
  const key = callIdOf(item)
  if (key !== undefined) addText(draft, 'resultId', key)
  const from = draft.pieces.length
  readOutputValue(draft, item['output'], readPart)
  const text = joinPieces(draft.pieces, from, 'resultContent')
  addText(draft, 'opaque', sentText(item['name']))
  addExtras(draft, item, resultKeys)
  addProviderData(draft, item, idKeys)
  if (key !== undefined) addLink(draft, { type: 'result', key, text, elidable: isElidable(item) })
}

const idKeys: ReadonlySet<string> = new Set(['callId', 'call_id'])

const resultKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'callId', 'call_id', 'output', 'name', 'status', 'execution', 'maxOutputLength'],
  // The SDK keeps these to itself.
  ...['providerData', 'namespace', 'toolSearchAgentName', 'toolSearchMcpToolNames'],
])
