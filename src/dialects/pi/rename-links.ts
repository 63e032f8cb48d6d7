import type { LinkKeys } from '../../context/message-forms.ts'
import { isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { takeKeys } from '../take-keys.ts'
import type { PiMessage } from './pi-message.ts'

/** The message with other ids for its calls, or for the call that it answers. */
export function renameLinks(message: PiMessage, keys: LinkKeys): PiMessage {
  if (message.role === 'toolResult') {
    const toolCallId = keys.results.get(0)
    return toolCallId === undefined ? message : replaceFields(message, { toolCallId })
  }
  if (!Array.isArray(message.content)) return message
  const given: readonly unknown[] = message.content
  const callKey = takeKeys(keys.calls)
  const content = given.map((block) => {
    const id = isFields(block) && block['type'] === 'toolCall' ? callKey() : undefined
    return id === undefined ? block : replaceFields(block as object, { id }) // a call, as looked above
  })
  return content.some((block, place) => block !== given[place])
    ? replaceFields(message, { content })
    : message
}
