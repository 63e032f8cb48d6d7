import { isFields } from '../../dialects/fields.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { ServerHeldContext } from '../../run/admit-server-held.ts'
import type { ModelRequest } from './agents-model.ts'
import { providerOverrides } from './provider-overrides.ts'

/** The first thing in a request that stands for context which isn't in it. */
export function findServerHeld(request: ModelRequest): ServerHeldContext | undefined {
  const overrides = providerOverrides(request)
  const named: readonly (readonly [unknown, ServerHeldKind])[] = [
    [request.previousResponseId ?? overrides['previous_response_id'], 'previousResponse'],
    [request.conversationId ?? overrides['conversation'], 'conversation'],
    [request.prompt ?? overrides['prompt'], 'promptTemplate'],
  ]
  // The SDK takes an empty id for none.
  const found = named.find(([value]) => Boolean(value))?.[1]
  if (found) return { found, index: undefined }
  const { input } = request
  const index = typeof input === 'string' ? -1 : input.findIndex(isReference)
  return index === -1 ? undefined : { found: 'itemReference', index }
}

// The SDK has no such item of its own, and hands on what it doesn't know.
function isReference(item: unknown): boolean {
  if (!isFields(item) || item['type'] !== 'unknown') return false
  const { providerData } = item
  return isFields(providerData) && providerData['type'] === 'item_reference'
}
