import { addExtras } from '../add-extras.ts'
import { base64Piece } from '../base64-piece.ts'
import type { Fields } from '../fields.ts'
import { ItemCallLink } from '../item-call-link.ts'
import { addLink, addPiece, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { addProviderData } from './add-provider-data.ts'
import { runsOnServer, shapeOf } from './call-shape.ts'
import { callIdOf, dataOf, typeOf } from './item-types.ts'

/**
 * Reads an item that calls. A hosted one is complete in itself: what came of it is opaque content, and nothing answers it.
 */
export function readCall(draft: ReadingDraft, item: Fields): void {
  const shape = shapeOf(item['type'])
  const id = idOf(item)
  const name = sentText(item['name'])
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  for (const field of shape.arguments) addText(draft, 'callArguments', sentText(item[field]))
  addOutput(draft, item)
  addExtras(draft, item, shape.knownKeys)
  addProviderData(draft, item, idKeys)
  const providerExecuted = runsOnServer(item)
  // An id may be missing only where nothing has to answer it.
  if (id === '' && providerExecuted) return
  const { type: itemType } = item
  const identity = { id, name: name || sentText(itemType), providerExecuted, itemType }
  addLink(draft, new ItemCallLink(identity, shape.json ? sentText(item['arguments']) : undefined))
}

/** What a hosted tool gave. The SDK sends some of it on, and leaves the rest to the id. */
function addOutput(draft: ReadingDraft, item: Fields): void {
  const { output } = item
  if (typeOf(item) === 'image_generation_call' && typeof output === 'string') {
    const format = dataOf(item)['output_format']
    addPiece(draft, base64Piece(typeof format === 'string' ? `image/${format}` : undefined, output))
  } else addText(draft, 'opaque', sentText(output))
}

function idOf(item: Fields): string {
  const own = item['type'] === 'hosted_tool_call' ? undefined : callIdOf(item)
  return sentText(own ?? item['id'] ?? dataOf(item)['id'])
}

const idKeys: ReadonlySet<string> = new Set(['callId', 'call_id'])
