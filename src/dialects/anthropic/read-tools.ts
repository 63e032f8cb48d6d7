import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addLink, addText, joinPieces, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { readContent } from './read-content.ts'

/** A result block: the answer to a client's tool, or what a tool of the provider gave. */
export type ResultBlock = Fields & { readonly type: string }

/** Reads a call; the provider runs those of server tools and of its MCP connector. */
export function readCall(draft: ReadingDraft, block: Fields): void {
  const id = sentText(block['id'])
  const name = sentText(block['name'])
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', sentText(block['input']))
  addExtras(draft, block, callKeys)
  const providerExecuted = block['type'] !== 'tool_use'
  addLink(draft, { type: 'call', key: id, id, name, providerExecuted, argumentsAreJson: true })
}

/** Reads a result. What a tool of the provider gave may be encrypted, and is never elided. */
export function readResult(draft: ReadingDraft, block: ResultBlock): void {
  const key = sentText(block['tool_use_id'])
  addText(draft, 'resultId', key)
  const from = draft.pieces.length
  readResultContent(draft, block['content'])
  const text = joinPieces(draft.pieces, from, 'resultContent')
  addExtras(draft, block, resultKeys)
  addLink(draft, { type: 'result', key, text, elidable: isClientResult(block) })
}

/** Whether a block calls a tool, whoever runs it. */
export function isCall(block: Fields): boolean {
  return callTypes.has(block['type'])
}

export function isResult(block: unknown): block is ResultBlock {
  if (!isFields(block) || typeof block['type'] !== 'string') return false
  return block['type'] === 'tool_result' || block['type'].endsWith('_tool_result')
}

/** Whether a block answers a tool that the client runs. */
export function isClientResult(block: unknown): block is ResultBlock {
  return isFields(block) && block['type'] === 'tool_result'
}

function readResultContent(draft: ReadingDraft, content: unknown): void {
  if (typeof content === 'string') addText(draft, 'resultContent', content)
  else if (Array.isArray(content)) for (const block of content) readContent(draft, block, 'resultContent')
  else if (content !== undefined && content !== null) addOpaque(draft, content)
}

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])
const callKeys: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input'])
const resultKeys: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error'])
