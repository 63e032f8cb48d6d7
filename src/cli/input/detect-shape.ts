import type { Fields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import type { FoundList } from './found-list.ts'
import { isUiMessage, shapeOfMessage } from './shape-evidence.ts'
import type { ShapeName } from './shape-names.ts'
import { shapeTitles } from './shape-titles.ts'

export interface DetectedShape {
  readonly shape: ShapeName
  readonly isSure: boolean
}

/**
 * Tells whose messages a list holds, going by what no other shape has. Not sure where nothing of the kind is there: plain
 * text looks the same everywhere, and measures the same.
 *
 * @throws InputError when messages of several shapes stand in one list, or messages that no model is sent
 */
export function detectShape(
  items: readonly Fields[],
  { placeOf, hint }: Pick<FoundList, 'placeOf' | 'hint'>,
  name: string,
): DetectedShape {
  const found = new Map<ShapeName, number>()
  for (const [index, item] of items.entries()) {
    const shape = shapeOfMessage(item)
    if (shape !== undefined && !found.has(shape)) found.set(shape, index)
    if (shape === undefined && isUiMessage(item)) {
      throw new InputError(
        name,
        placeOf(index),
        'is a message of a user interface of the AI SDK; give what convertToModelMessages makes of them',
      )
    }
  }
  // Its messages are written as the Responses API has them.
  if (found.has('openai-agents')) found.delete('openai-responses')
  const [first, second] = found
  if (first && second) {
    throw new InputError(
      name,
      undefined,
      `has messages of two shapes, ${shapeTitles[first[0]]} at ${placeOf(first[1])} and ${shapeTitles[second[0]]} at ` +
        `${placeOf(second[1])}; say which it is with --dialect`,
    )
  }
  if (first) return { shape: first[0], isSure: true }
  return hint === undefined ? { shape: 'openai-chat', isSure: false } : { shape: hint, isSure: true }
}
