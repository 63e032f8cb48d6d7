import type { Role } from '../../context/reading.ts'
import type { Fields } from '../fields.ts'
import { isCallType } from './call-shape.ts'
import { isReference } from './is-reference.ts'
import { isOutputType } from './output-item.ts'

const messageRoles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

const itemRoles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['reasoning', 'assistant'],
  ['compaction', 'assistant'],
  ['mcp_list_tools', 'assistant'],
  ['mcp_approval_request', 'assistant'],
  ['mcp_approval_response', 'tool'],
  // What holds from here on for the rest of the conversation.
  ['additional_tools', 'system'],
  ['configuration_update', 'system'],
])

/** Who speaks in an item: the model in all that a response consists of, the tools in outputs. */
export function roleOf(item: Fields): Role {
  const { type, role } = item
  const known = itemRoles.get(type)
  if (known) return known
  if (isCallType(type) || isReference(item)) return 'assistant'
  if (isOutputType(type)) return comesFromServer(item) ? 'assistant' : 'tool'
  return messageRoles.get(role) ?? 'other'
}

// An output that the server writes is a part of the response.
function comesFromServer({ type, execution }: Fields): boolean {
  return type === 'program_output' || execution === 'server'
}
