import { type Fields, isFields } from '../../dialects/fields.ts'
import { isReference } from '../../dialects/openai-responses/is-reference.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { ServerHeldContext } from '../../run/admit-server-held.ts'

const fields: readonly (readonly [string, ServerHeldKind])[] = [
  ['previous_response_id', 'previousResponse'],
  ['conversation', 'conversation'],
  ['prompt', 'promptTemplate'],
]

/** The first thing in a Responses request that stands for context which isn't in it. */
export function findServerHeld(body: Fields): ServerHeldContext | undefined {
  const named = fields.find(([field]) => (body[field] ?? undefined) !== undefined)
  if (named) return { found: named[1], index: undefined }
  const { input } = body
  const index = Array.isArray(input) ? input.findIndex((item) => isFields(item) && isReference(item)) : -1
  return index === -1 ? undefined : { found: 'itemReference', index }
}
