import type { Role } from '../../context/reading.ts'
import type { Fields } from '../fields.ts'
import { dataOf, isCall, isMessage, isResult, typeOf } from './item-types.ts'

const messageRoles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

const itemRoles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['reasoning', 'assistant'],
  ['compaction', 'assistant'],
  ['item_reference', 'assistant'],
  ['mcp_list_tools', 'assistant'],
  ['mcp_approval_request', 'assistant'],
  ['mcp_approval_response', 'tool'],
  // What holds from here on for the rest of the conversation.
  ['additional_tools', 'system'],
  ['configuration_update', 'system'],
])

/** Who speaks in an item: the model in all that a response consists of, the tools in results. */
export function roleOf(item: Fields): Role {
  if (isMessage(item)) return messageRoles.get(item['role']) ?? 'other'
  const known = itemRoles.get(typeOf(item))
  if (known) return known
  if (isCall(item) || item['type'] === 'hosted_tool_call') return 'assistant'
  if (isResult(item)) return comesFromServer(item) ? 'assistant' : 'tool'
  // An item that the SDK doesn't know may be a whole message of the provider's.
  return messageRoles.get(dataOf(item)['role']) ?? 'other'
}

// A result that the server writes is a part of the response.
function comesFromServer(item: Fields): boolean {
  if (typeOf(item) === 'program_output') return true
  return (item['execution'] ?? dataOf(item)['execution']) === 'server'
}
