import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import { isNestedTooDeep } from './check-nesting.ts'
import { convertOpenHands } from './convert-openhands.ts'
import { type DetectedShape, detectShape } from './detect-shape.ts'
import type { FoundList } from './found-list.ts'
import { toLangChainMessage } from './langchain-message.ts'
import type { MessageDraft } from './message-draft.ts'
import { toPiMessage } from './pi-message.ts'
import { shapeOfMessage } from './shape-evidence.ts'
import type { ShapeName } from './shape-names.ts'
import { shapeTitles } from './shape-titles.ts'

/**
 * Makes messages of the items of a list: of the shape that is named, or that is found out.
 *
 * @throws InputError when an item is no message, or the list can't be of that shape
 */
export function draftList(found: FoundList, dialect: ShapeName | undefined, name: string): MessageDraft {
  const { placeOf, overhead, isAnswer } = found
  const items = found.items.map((item, index) => requireMessage(item, placeOf(index), name))
  const detected: DetectedShape =
    dialect === undefined ? detectShape(items, found, name) : { shape: dialect, isSure: true }
  const { shape } = detected
  const notes = [
    ...(detected.isSure
      ? []
      : ['nothing in the file tells its shape; it is read as OpenAI chat, name another with --dialect']),
    ...(isAnswer ? ['a recorded response alone is measured as the next call sends it back'] : []),
  ]
  if (shape === 'openhands' && items.some((item) => shapeOfMessage(item) === shape)) {
    const { messages, indexOf, overhead: tools } = convertOpenHands(items)
    return {
      shape,
      messages,
      overhead: [...overhead, ...tools],
      notes: [...notes, 'OpenHands events are measured as OpenAI chat'],
      placeOf: (index) => placeOf(indexOf[index] ?? 0),
    }
  }
  if (shape === 'claude-code' || shape === 'openhands') {
    throw new InputError(name, undefined, `is not ${shapeTitles[shape]}; leave --dialect out`)
  }
  const sent = items.flatMap((item, index) => {
    const message = sentForm(item, shape)
    return message === undefined ? [] : [{ message, index }]
  })
  return {
    shape,
    messages: sent.map(({ message }) => message),
    overhead,
    notes,
    placeOf: (place) => placeOf(sent[place]?.index ?? 0),
  }
}

function sentForm(item: Fields, shape: ShapeName): Fields | undefined {
  if (shape === 'langchain') return toLangChainMessage(item)
  return shape === 'pi' ? toPiMessage(item) : item
}

function requireMessage(item: unknown, place: string, name: string): Fields {
  if (!isFields(item)) throw new InputError(name, place, 'is no message; give objects with a role or a type')
  if (!isNestedTooDeep(item)) return item
  throw new InputError(
    name,
    place,
    'is nested more than 500 levels deep; no provider takes that, mend the message',
  )
}
