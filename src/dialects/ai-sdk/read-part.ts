import { CallLink } from '../call-link.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import {
  addApprovalRequest,
  addApprovalResponse,
  addLink,
  addPiece,
  addText,
  type ReadingDraft,
} from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { opaqueText } from './opaque-text.ts'
import { readFile } from './read-file.ts'
import { readOptions } from './read-options.ts'
import { isDenial, readOutput } from './read-output.ts'

/** Reads one content part with its provider options. What is not known, or holds nothing known, is opaque. */
export function readPart(draft: ReadingDraft, part: unknown): void {
  if (isFields(part)) readKnownPart(draft, part)
  else addText(draft, 'opaque', encodeOpaque(part) || 'null')
}

export function isReasoningPart(part: unknown): boolean {
  return isFields(part) && (part['type'] === 'reasoning' || part['type'] === 'reasoning-file')
}

function readKnownPart(draft: ReadingDraft, part: Fields): void {
  switch (part['type']) {
    case 'text':
      addText(draft, 'text', sentText(part['text']))
      break
    case 'reasoning':
      addText(draft, 'reasoning', sentText(part['text']))
      break
    case 'file':
    case 'reasoning-file':
      addText(draft, 'opaque', sentText(part['filename']))
      addPiece(draft, readFile(part['data'], part['mediaType']))
      break
    case 'tool-call':
      readCall(draft, part)
      break
    case 'tool-result':
      readResult(draft, part)
      break
    case 'custom':
      readCustom(draft, part)
      break
    case 'tool-approval-request':
      readApprovalRequest(draft, part)
      break
    case 'tool-approval-response':
      readApprovalResponse(draft, part)
      break
    default:
      addText(draft, 'opaque', opaqueText(part))
  }
  if (part['providerOptions'] !== undefined) readOptions(draft, part['providerOptions'])
}

function readCall(draft: ReadingDraft, part: Fields): void {
  const id = sentText(part['toolCallId'])
  const name = sentText(part['toolName'])
  const { input } = part
  const text = sentText(input)
  const providerExecuted = part['providerExecuted'] === true
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', text)
  if (typeof input === 'string') addLink(draft, new CallLink(id, id, name, providerExecuted, text))
  else addLink(draft, { type: 'call', key: id, id, name, providerExecuted, argumentsAreJson: true })
}

function readResult(draft: ReadingDraft, part: Fields): void {
  const key = sentText(part['toolCallId'])
  addText(draft, 'resultId', key)
  // Some providers want the name beside the result.
  addText(draft, 'opaque', sentText(part['toolName']))
  const text = readOutput(draft, part['output'])
  // Inline results are a provider's own, and often bound to signatures or encrypted content.
  addLink(draft, { type: 'result', key, text, elidable: draft.role === 'tool' && !isDenial(part['output']) })
}

function readCustom(draft: ReadingDraft, part: Fields): void {
  const { kind } = part
  if (typeof kind === 'string' && kind.endsWith('compaction')) draft.compaction = true
  // Its content lies in the provider options; the kind says which.
  addText(draft, 'opaque', opaqueText(part))
}

function readApprovalRequest(draft: ReadingDraft, part: Fields): void {
  const { approvalId, toolCallId } = part
  const key = typeof toolCallId === 'string' ? toolCallId : undefined
  if (typeof approvalId === 'string') addApprovalRequest(draft, approvalId, key)
  addText(draft, 'opaque', opaqueText(part))
}

function readApprovalResponse(draft: ReadingDraft, part: Fields): void {
  // Without a request in the prompt it can't be paired: the SDK hands over the approval's id alone.
  if (typeof part['approvalId'] === 'string') addApprovalResponse(draft, part['approvalId'])
  addText(draft, 'opaque', opaqueText(part))
}
