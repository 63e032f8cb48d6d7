import type { LinkKeys } from '../../context/message-forms.ts'
import { isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { takeKeys } from '../take-keys.ts'
import type { AnthropicMessage } from './anthropic-message.ts'
import { isCall, isResult } from './read-tools.ts'

/** The message with other ids for calls and results. */
export function renameLinks(message: AnthropicMessage, keys: LinkKeys): AnthropicMessage {
  if (!Array.isArray(message.content)) return message
  const blocks: readonly unknown[] = message.content
  const callKey = takeKeys(keys.calls)
  const resultKey = takeKeys(keys.results)
  const content = blocks.map((block) => {
    if (!isFields(block)) return block
    if (isCall(block)) return withId(block, 'id', callKey())
    return isResult(block) ? withId(block, 'tool_use_id', resultKey()) : block
  })
  return content.some((block, place) => block !== blocks[place])
    ? replaceFields(message, { content })
    : message
}

function withId<T extends object>(block: T, name: string, id: string | undefined): T {
  return id === undefined ? block : replaceFields(block, { [name]: id })
}
