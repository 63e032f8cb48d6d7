import type { LinkKeys } from '../../context/message-forms.ts'
import { replaceFields } from '../replace-fields.ts'
import { isCallType, shapeOf } from './call-shape.ts'
import type { OpenAIResponsesItem } from './openai-responses-item.ts'
import { answeredId } from './output-item.ts'

/** The item with another id of the call that it makes or answers. What a hosted tool gave has its item's id alone. */
export function renameLinks(item: OpenAIResponsesItem, keys: LinkKeys): OpenAIResponsesItem {
  const id = isCallType(item.type) ? keys.calls.get(0) : keys.results.get(0)
  if (id === undefined) return item
  if (isCallType(item.type)) return replaceFields(item, { [callIdField(item)]: id })
  return answeredId(item) === undefined ? item : replaceFields(item, { [outputIdField(item)]: id })
}

function callIdField({ type, call_id: callId }: OpenAIResponsesItem): string {
  return shapeOf(type).runner === 'hosted' || (callId ?? undefined) === undefined ? 'id' : 'call_id'
}

function outputIdField({ call_id: callId }: OpenAIResponsesItem): string {
  return (callId ?? undefined) === undefined ? 'id' : 'call_id'
}
