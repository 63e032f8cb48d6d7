import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { readContent } from './read-content.ts'
import { isResult, readCall, readResult } from './read-tools.ts'

/** Reads one block of a message. */
export function readBlock(draft: ReadingDraft, block: unknown): void {
  if (isResult(block)) readResult(draft, block)
  else if (isFields(block)) readOtherBlock(draft, block)
  else readContent(draft, block, 'text')
}

export function isThinking(block: unknown): boolean {
  return isFields(block) && (block['type'] === 'thinking' || block['type'] === 'redacted_thinking')
}

function readOtherBlock(draft: ReadingDraft, block: Fields): void {
  switch (block['type']) {
    case 'thinking':
      addText(draft, 'reasoning', sentText(block['thinking']))
      addExtras(draft, block, thinkingKeys)
      break
    case 'redacted_thinking':
      addText(draft, 'opaque', sentText(block['data']))
      addExtras(draft, block, redactedThinkingKeys)
      break
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      readCall(draft, block)
      break
    case 'compaction':
      // One without content failed, and means nothing to the provider.
      if (block['content'] !== null) draft.compaction = true
      addOpaque(draft, block)
      break
    default:
      readContent(draft, block, 'text')
  }
}

const thinkingKeys: ReadonlySet<string> = new Set(['type', 'thinking'])
const redactedThinkingKeys: ReadonlySet<string> = new Set(['type', 'data'])
