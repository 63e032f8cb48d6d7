import type { MessageReading, Role, TextPiece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { CallLink } from '../call-link.ts'
import { type Fields, isFields } from '../fields.ts'
import {
  addLink,
  addText,
  draftReading,
  joinPieces,
  type ReadingDraft,
  settleContent,
} from '../reading-draft.ts'
import { requireMessage } from '../require-message.ts'
import { sentText } from '../sent-text.ts'
import { openMessage } from './message-fields.ts'
import { isReasoningBlock, readBlock } from './read-block.ts'
import { readFunctionCall, readKwargs } from './read-kwargs.ts'
import { readOutput } from './read-output.ts'
import { findCalls, isCallBlock, outputOf } from './tool-calls.ts'

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['human', 'user'],
  ['user', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/**
 * Reads one LangChain message. What stands in several places, a call above all, counts once, in its longest form; what no
 * provider package sends (artifacts, usage, metadata of the answer) doesn't count. Blocks and fields that are not known
 * are opaque content.
 *
 * Throws a `TypeError` without any content for what is no object, and for a value that has no JSON form.
 */
export function readEntry(message: unknown): MessageReading {
  const { type, fields } = openMessage(requireMessage(message))
  const draft = draftReading(roles.get(type) ?? 'other')
  // An order to the history to forget a message; it is never sent.
  if (type === 'remove') return { ...draft, empty: true }
  const moreThanReasoning =
    draft.role === 'tool' ? readResult(draft, type, fields) : readAnswer(draft, type, fields)
  settleContent(draft, moreThanReasoning)
  if (type !== 'function') addText(draft, 'opaque', sentText(fields['name']))
  if (type !== 'tool') addText(draft, 'opaque', sentText(fields['tool_call_id']))
  addExtras(draft, fields, messageKeys)
  return draft
}

/** Reads a message that is no result: in the form that is longer, where the answer of the provider stands beside it. */
function readAnswer(draft: ReadingDraft, type: string, fields: Fields): boolean {
  const output = outputOf(fields)
  const written = draftReading(draft.role)
  const moreInContent = readContent(written, fields['content'], 'text')
  const moreInKwargs = readKwargs(written, fields['additional_kwargs'])
  const given = draftReading(draft.role)
  const moreInOutput = output ? readOutput(given, output) : false
  Object.assign(draft, sizeOf(given) > sizeOf(written) ? given : written, {
    approvalRequests: given.approvalRequests.length > 0 ? given.approvalRequests : written.approvalRequests,
    compaction: given.compaction || written.compaction,
  })
  readFunctionCall(draft, fields['additional_kwargs'])
  if (type === 'ai' || type === 'assistant') readCalls(draft, fields)
  return moreInContent || moreInKwargs || moreInOutput
}

function readCalls(draft: ReadingDraft, fields: Fields): void {
  for (const { id, name, argumentText, isSent } of findCalls(fields).values()) {
    addText(draft, 'callId', id)
    addText(draft, 'callName', name)
    addText(draft, 'callArguments', argumentText)
    if (isSent) addLink(draft, new CallLink(id, id, name, false, argumentText))
  }
}

/** Reads the content as the result of a call. */
function readResult(draft: ReadingDraft, type: string, fields: Fields): true {
  const key = sentText(type === 'function' ? fields['name'] : fields['tool_call_id'])
  addText(draft, 'resultId', key)
  const from = draft.pieces.length
  readContent(draft, fields['content'], 'resultContent')
  const text = joinPieces(draft.pieces, from, 'resultContent')
  readKwargs(draft, fields['additional_kwargs'])
  addLink(draft, { type: 'result', key, text, elidable: !isScreenshot(fields['additional_kwargs']) })
  return true
}

/** Reads the content and tells whether there is anything but reasoning in it. */
function readContent(draft: ReadingDraft, content: unknown, textType: TextPiece['type']): boolean {
  if (!Array.isArray(content)) {
    if (content === '') draft.plainText = ''
    addText(draft, typeof content === 'string' ? textType : 'opaque', sentText(content))
    return content !== '' && content !== undefined && content !== null
  }
  let moreThanReasoning = false
  // A hole of a list is an item too.
  for (const block of content) {
    const before = draft.pieces.length
    readBlock(draft, block, textType)
    const adds = draft.pieces.length > before && !isReasoningBlock(block)
    if (adds && !isCallBlock(block)) moreThanReasoning = true
  }
  return moreThanReasoning
}

// A picture of a screen can't become a text.
function isScreenshot(kwargs: unknown): boolean {
  return isFields(kwargs) && kwargs['type'] === 'computer_call_output'
}

function sizeOf({ pieces }: ReadingDraft): number {
  return pieces.reduce(
    (sum, piece) => sum + (piece.type === 'file' ? piece.base64Length : Buffer.byteLength(piece.text)),
    0,
  )
}

// What is read elsewhere, and what no provider package sends.
const messageKeys: ReadonlySet<string> = new Set([
  ...['type', 'role', 'content', 'name', 'id', 'tool_calls', 'tool_call_id', 'invalid_tool_calls'],
  ...['additional_kwargs', 'response_metadata', 'tool_call_chunks', 'usage_metadata', 'example'],
  ...['artifact', 'status', 'metadata', 'lc_direct_tool_output'],
  ...['lc', 'lc_kwargs', 'lc_namespace', 'lc_serializable'],
])
