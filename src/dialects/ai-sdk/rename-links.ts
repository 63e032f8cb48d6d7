import type { LinkKeys } from '../../context/message-forms.ts'
import { type Fields, isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { takeKeys } from '../take-keys.ts'
import type { AiSdkMessage } from './ai-sdk-message.ts'

/** The message with other ids for calls, results and requests for approval. */
export function renameLinks(message: AiSdkMessage, keys: LinkKeys): AiSdkMessage {
  if (!Array.isArray(message.content)) return message
  const takers: ReadonlyMap<unknown, () => string | undefined> = new Map([
    ['tool-call', takeKeys(keys.calls)],
    ['tool-result', takeKeys(keys.results)],
    ['tool-approval-request', takeKeys(keys.approvalRequests)],
  ])
  const content = message.content.map((part: unknown) => {
    const toolCallId = isFields(part) && isRead(part) ? takers.get(part['type'])?.() : undefined
    return toolCallId === undefined ? part : replaceFields(part as Fields, { toolCallId }) // fields, as looked above
  })
  return content.some((part, place) => part !== message.content[place])
    ? replaceFields(message, { content })
    : message
}

// A request without an id is none.
function isRead({ type, approvalId }: Fields): boolean {
  return type !== 'tool-approval-request' || typeof approvalId === 'string'
}
