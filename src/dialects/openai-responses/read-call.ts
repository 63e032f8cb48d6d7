import { addExtras } from '../add-extras.ts'
import { base64Piece } from '../base64-piece.ts'
import { type Fields, isFields } from '../fields.ts'
import { ItemCallLink } from '../item-call-link.ts'
import { addLink, addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { type CallShape, shapeOf } from './call-shape.ts'

/**
 * Reads an item that calls. A hosted one is complete in itself: what came of it is opaque content, and nothing answers
 * it.
 */
export function readCall(draft: ReadingDraft, item: Fields): void {
  const shape = shapeOf(item['type'])
  // Searches that the server runs have no call id.
  const id = sentText(shape.runner === 'hosted' ? item['id'] : (item['call_id'] ?? item['id']))
  const name = sentText(item['name'])
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  for (const field of shape.arguments) addText(draft, 'callArguments', sentText(item[field]))
  if (item['type'] === 'image_generation_call') readGeneratedImage(draft, item)
  addExtras(draft, item, shape.knownKeys)
  const providerExecuted = runsOnServer(item, shape)
  // An id may be missing only where nothing has to answer it.
  if (id === '' && providerExecuted) return
  const itemType = sentText(item['type'])
  const identity = { id, name: name || itemType, providerExecuted, itemType }
  addLink(draft, new ItemCallLink(identity, shape.json ? sentText(item['arguments']) : undefined))
}

// What the server runs as well as clients says who does.
function runsOnServer({ environment, execution }: Fields, { runner }: CallShape): boolean {
  if (runner !== 'either') return runner !== 'client'
  return execution === 'server' || (isFields(environment) && environment['type'] === 'container_reference')
}

function readGeneratedImage(draft: ReadingDraft, { result, output_format: format }: Fields): void {
  if (typeof result !== 'string') return
  addPiece(draft, base64Piece(typeof format === 'string' ? `image/${format}` : undefined, result))
}
