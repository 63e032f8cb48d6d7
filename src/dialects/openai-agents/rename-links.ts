import type { LinkKeys } from '../../context/message-forms.ts'
import type { Fields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { callIdOf, isCall } from './item-types.ts'
import type { OpenAIAgentsItem } from './openai-agents-item.ts'

/**
 * The item with another id of the call that it makes or answers. An id that stands in the provider's data alone stays: it
 * belongs to an item that the SDK hands on as it is.
 */
export function renameLinks(item: OpenAIAgentsItem, keys: LinkKeys): OpenAIAgentsItem {
  const fields: Fields = { ...item }
  const id = isCall(fields) ? keys.calls.get(0) : keys.results.get(0)
  if (id === undefined || callIdOf(fields) === undefined) return item
  const field = idFields.find((name) => typeof fields[name] === 'string')
  return field === undefined ? item : replaceFields(item, { [field]: id })
}

const idFields = ['callId', 'call_id'] as const
