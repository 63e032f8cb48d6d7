import { addExtras } from '../add-extras.ts'
import type { Fields } from '../fields.ts'
import type { ReadingDraft } from '../reading-draft.ts'
import { isReasoningBlock, readBlock } from './read-block.ts'
import { isCallItem } from './tool-calls.ts'

/** Reads the items that the Responses API gave, all but calls, and tells whether there is anything but reasoning. */
export function readOutput(draft: ReadingDraft, items: readonly Fields[]): boolean {
  let moreThanReasoning = false
  for (const item of items) {
    if (isCallItem(item)) {
      addExtras(draft, item, callKeys)
      continue
    }
    const before = draft.pieces.length
    readItem(draft, item)
    if (draft.pieces.length > before && !isReasoningBlock(item)) moreThanReasoning = true
  }
  return moreThanReasoning
}

function readItem(draft: ReadingDraft, item: Fields): void {
  const content: unknown = item['content']
  if (item['type'] !== 'message' || !Array.isArray(content)) {
    readBlock(draft, item, 'text')
    return
  }
  for (const part of content) readBlock(draft, part, 'text')
  addExtras(draft, item, messageKeys)
}

const messageKeys: ReadonlySet<string> = new Set(['type', 'id', 'role', 'status', 'phase', 'content'])
const callKeys: ReadonlySet<string> = new Set([
  ...['type', 'id', 'call_id', 'name', 'status', 'arguments', 'input', 'action'],
])
