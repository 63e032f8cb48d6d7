import type { WireRequest } from './rule.ts'
import { type Fields, listOf, textOf } from './wire.ts'

/** The items that the model reads: those of the response before, if one is named, and the input's, references looked up. */
export function inputItems({ body, issued }: WireRequest): readonly Fields[] {
  const before = issued.historyOf(textOf(body['previous_response_id'])) ?? []
  const own =
    typeof body['input'] === 'string'
      ? [{ type: 'message', role: 'user', content: body['input'] }]
      : listOf(body['input']).map((item) =>
          item['type'] === 'item_reference' ? (issued.storedItem(textOf(item['id'])) ?? item) : item,
        )
  return [...before, ...own]
}
