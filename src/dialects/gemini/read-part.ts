import type { Piece } from '../../context/reading.ts'
import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { base64Piece } from '../base64-piece.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addLink, addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { urlPiece } from '../url-piece.ts'
import { isCallPart, isResponsePart, isThought } from './part-kinds.ts'

/** The pairing keys of the calls and of the responses in a content. */
export interface PartKeys {
  readonly call: (call: Fields) => string
  readonly response: (response: Fields) => string
}

/** Reads one part of a content. Code, its results, and what is not known are opaque. */
export function readPart(draft: ReadingDraft, part: unknown, keys: PartKeys): void {
  if (!isFields(part)) addOpaque(draft, part)
  else if (typeof part['text'] === 'string') readText(draft, part, part['text'])
  else if (isCallPart(part)) readCall(draft, part, part.functionCall, keys.call(part.functionCall))
  else if (isResponsePart(part))
    readResponse(draft, part, part.functionResponse, keys.response(part.functionResponse))
  else readFile(draft, part)
}

function readText(draft: ReadingDraft, part: Fields, text: string): void {
  addText(draft, isThought(part) ? 'reasoning' : 'text', text)
  readBeside(draft, part, textKeys)
}

function readCall(draft: ReadingDraft, part: Fields, call: Fields, key: string): void {
  const id = sentText(call['id'])
  const name = sentText(call['name'])
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', sentText(call['args']))
  addExtras(draft, call, callKeys)
  readBeside(draft, part, callPartKeys)
  addLink(draft, { type: 'call', key, id, name, providerExecuted: false, argumentsAreJson: true })
}

function readResponse(draft: ReadingDraft, part: Fields, answer: Fields, key: string): void {
  const { response, parts } = answer
  addText(draft, 'resultId', sentText(answer['id']))
  addText(draft, 'opaque', sentText(answer['name']))
  addText(draft, 'resultContent', sentText(response))
  for (const inner of Array.isArray(parts) ? parts : []) {
    const piece = isFields(inner) ? filePiece(inner) : undefined
    if (piece) addPiece(draft, piece)
    else addOpaque(draft, inner)
  }
  addExtras(draft, answer, responseKeys)
  readBeside(draft, part, responsePartKeys)
  const text = Array.isArray(parts) && parts.length > 0 ? undefined : textOfResponse(response)
  addLink(draft, { type: 'result', key, text, elidable: true })
}

function readFile(draft: ReadingDraft, part: Fields): void {
  const piece = filePiece(part)
  if (!piece) {
    addOpaque(draft, part)
    return
  }
  addPiece(draft, piece)
  for (const key of fileKeys) if (isFields(part[key])) addExtras(draft, part[key], dataKeys)
  readBeside(draft, part, fileKeys)
}

function filePiece({ inlineData, fileData }: Fields): Piece | undefined {
  if (isFields(inlineData) && typeof inlineData['data'] === 'string')
    return base64Piece(mediaTypeOf(inlineData), inlineData['data'])
  if (isFields(fileData) && typeof fileData['fileUri'] === 'string')
    return urlPiece(fileData['fileUri'], mediaTypeOf(fileData))
  return undefined
}

function mediaTypeOf({ mimeType }: Fields): string | undefined {
  return typeof mimeType === 'string' ? mimeType : undefined
}

// The signature of a thought may stand on any part.
function readBeside(draft: ReadingDraft, part: Fields, known: ReadonlySet<string>): void {
  addText(draft, 'opaque', sentText(part['thoughtSignature']))
  addExtras(draft, part, known)
}

/** Clients wrap a text as `{ output }` or `{ result }`: a response of one text is that text. */
function textOfResponse(response: unknown): string {
  const [only, ...others] = isFields(response) ? Object.values(response) : []
  if (typeof only === 'string' && others.length === 0) return only
  return response === undefined ? '' : encodeOpaque(response)
}

const marks = ['thought', 'thoughtSignature']
const textKeys: ReadonlySet<string> = new Set([...marks, 'text'])
const callPartKeys: ReadonlySet<string> = new Set([...marks, 'functionCall'])
const responsePartKeys: ReadonlySet<string> = new Set([...marks, 'functionResponse'])
const fileKeys: ReadonlySet<string> = new Set([...marks, 'inlineData', 'fileData'])
const callKeys: ReadonlySet<string> = new Set(['id', 'name', 'args'])
// When a response is to be used, and whether more follow, are settings.
const responseKeys: ReadonlySet<string> = new Set([
  ...['id', 'name', 'response', 'parts', 'scheduling', 'willContinue'],
])
const dataKeys: ReadonlySet<string> = new Set(['data', 'fileUri', 'mimeType'])
