import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { ServerHeldContext } from '../../run/admit-server-held.ts'
import type { ModelRequest } from './language-model.ts'

// The names that provider packages give it, whatever the provider is called: OpenAI's, Azure's, xAI's and Google's.
const options: readonly (readonly [string, ServerHeldKind])[] = [
  ['previousResponseId', 'previousResponse'],
  ['conversation', 'conversation'],
  ['previousInteractionId', 'previousInteraction'],
  ['cachedContent', 'cachedContent'],
]

/** The first thing in a request that stands for context which isn't in its prompt. */
export function findServerHeld({ prompt, providerOptions }: ModelRequest): ServerHeldContext | undefined {
  for (const ofProvider of fieldsOf(providerOptions)) {
    const named = options.find(([option]) => isId(ofProvider[option]))
    if (named) return { found: named[1], index: undefined }
  }
  // What is no list, or no message, is for the assembly to refuse.
  const index = Array.isArray(prompt) ? prompt.findIndex(holdsReference) : -1
  return index === -1 ? undefined : { found: 'itemReference', index }
}

function holdsReference(message: unknown): boolean {
  const content = isFields(message) ? message['content'] : undefined
  return Array.isArray(content) && content.some(isReference)
}

// A compaction, say, that goes out as the id of what the server keeps. Text and calls with an id are here in full, and of
// reasoning the model's host never has more than a summary.
function isReference(part: unknown): boolean {
  if (!isFields(part) || part['type'] !== 'custom') return false
  return fieldsOf(part['providerOptions']).some(
    ({ itemId, encryptedContent }) => isId(itemId) && !isId(encryptedContent),
  )
}

function fieldsOf(providerOptions: unknown): readonly Fields[] {
  return isFields(providerOptions) ? Object.values(providerOptions).filter(isFields) : []
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
