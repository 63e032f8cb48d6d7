import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ServerHeldKind } from '../../errors/server-held-context-error.ts'
import type { ServerHeldContext } from '../../run/admit-server-held.ts'

const fields: readonly (readonly [string, ServerHeldKind])[] = [
  ['previous_response_id', 'previousResponse'],
  ['conversation', 'conversation'],
  ['prompt', 'promptTemplate'],
]

/** The first thing in the options of a call, or in those that the model adds, that stands for context which isn't here. */
export function findServerHeld(
  model: Fields | undefined,
  callOptions: unknown,
): ServerHeldContext | undefined {
  const places = [callOptions, model?.['defaultOptions'], model?.['modelKwargs']].filter(isFields)
  const named = fields.find(([field]) => places.some((place) => (place[field] ?? undefined) !== undefined))
  return named && { found: named[1], index: undefined }
}
