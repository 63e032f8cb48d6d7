import type { LinkKeys } from '../../context/message-forms.ts'
import { type Fields, isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { sentText } from '../sent-text.ts'
import { takeKeys } from '../take-keys.ts'
import { answersCall } from './derived-forms.ts'
import type { OpenAIChatMessage } from './openai-chat-message.ts'
import { pairingKey } from './pairing-key.ts'
import { isInlineResult } from './read-part.ts'

/** The message with other ids for calls, results and requests for approval. A call of the deprecated kind has none. */
export function renameLinks(message: OpenAIChatMessage, keys: LinkKeys): OpenAIChatMessage {
  const callKey = takeKeys(keys.calls)
  const resultKey = takeKeys(keys.results)
  const requestKey = takeKeys(keys.approvalRequests)
  if (isFields(message.function_call)) callKey()
  const renamePart = (part: unknown): unknown => {
    if (!isFields(part) || answersCall(message)) return part
    if (isInlineResult(part)) return withId(part, 'toolCallId', resultKey())
    return isRequest(part) ? withId(part, 'toolCallId', requestKey()) : part
  }
  const renameCall = (call: unknown): unknown => (isFields(call) ? withId(call, 'id', callKey()) : call)
  const { content, tool_calls: calls } = message
  const changes: Record<string, unknown> = {
    ...(Array.isArray(content) && { content: content.map(renamePart) }),
    ...(Array.isArray(calls) && { tool_calls: calls.map(renameCall) }),
  }
  const ownKey = message.role === 'tool' ? resultKey() : undefined
  if (ownKey !== undefined) changes['tool_call_id'] = idWith(sentText(message.tool_call_id), ownKey)
  return isChanged(message, changes) ? replaceFields(message, changes) : message
}

function isRequest(part: unknown): part is Fields {
  return isFields(part) && part['type'] === 'tool-approval-request' && typeof part['approvalId'] === 'string'
}

function withId(fields: Fields, name: string, key: string | undefined): Fields {
  return key === undefined ? fields : replaceFields(fields, { [name]: idWith(sentText(fields[name]), key) })
}

// What gateways write behind the key stays.
function idWith(id: string, key: string): string {
  return key + id.slice(pairingKey(id).length)
}

function isChanged(message: OpenAIChatMessage, { content, tool_calls: calls, ...id }: Fields): boolean {
  return Object.keys(id).length > 0 || differs(message.content, content) || differs(message.tool_calls, calls)
}

function differs(before: unknown, after: unknown): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.some((item, index) => item !== after[index])
}
