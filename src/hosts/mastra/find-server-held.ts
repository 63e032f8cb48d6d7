import { isFields } from '../../dialects/fields.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { ServerHeldContext } from '../../run/admit-server-held.ts'
import type { InputStep } from './mastra-processor.ts'

// The names that provider packages give it, whatever the provider is called.
const options: readonly (readonly [string, ServerHeldKind])[] = [
  ['previousResponseId', 'previousResponse'],
  ['conversation', 'conversation'],
  ['previousInteractionId', 'previousInteraction'],
  ['cachedContent', 'cachedContent'],
]

/** The first thing in the provider options of a step that stands for context which isn't in its prompt. */
export function findServerHeld({ providerOptions }: InputStep): ServerHeldContext | undefined {
  for (const ofProvider of isFields(providerOptions) ? Object.values(providerOptions) : []) {
    if (!isFields(ofProvider)) continue
    const named = options.find(
      ([option]) => typeof ofProvider[option] === 'string' && ofProvider[option] !== '',
    )
    if (named) return { found: named[1], index: undefined }
  }
  return undefined
}
