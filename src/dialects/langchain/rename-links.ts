import type { LinkKeys } from '../../context/message-forms.ts'
import { type Fields, isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import type { LangChainMessage } from './langchain-message.ts'
import { openMessage, replaceInside } from './message-fields.ts'
import { findCalls, isCallBlock, namePlaces } from './tool-calls.ts'

/** The message with other ids for calls and results, in every place where they stand. */
export function renameLinks(message: LangChainMessage, keys: LinkKeys): LangChainMessage {
  const { type, fields } = openMessage(message)
  if (type === 'tool') {
    const id = keys.results.get(0)
    return id === undefined ? message : replaceInside(message, { tool_call_id: id })
  }
  const ids = newIds(fields, keys.calls)
  return ids.size === 0 ? message : replaceInside(message, changesFor(fields, ids))
}

/** The new ids by the names of the calls, as `findCalls` gives them. */
function newIds(fields: Fields, keys: ReadonlyMap<number, string>): ReadonlyMap<string, string> {
  const kwargs = fields['additional_kwargs']
  // A call of the deprecated kind stands first, and has no id.
  const first = isFields(kwargs) && isFields(kwargs['function_call']) ? 1 : 0
  const sent = [...findCalls(fields)].filter(([, { isSent }]) => isSent)
  return new Map(
    sent.flatMap(([place], ordinal) => {
      const key = keys.get(first + ordinal)
      return key === undefined ? [] : [[place, key] as const]
    }),
  )
}

function changesFor(fields: Fields, ids: ReadonlyMap<string, string>): Fields {
  const changes: Record<string, unknown> = {}
  for (const field of ['tool_calls', 'invalid_tool_calls', 'tool_call_chunks']) {
    if (Array.isArray(fields[field])) changes[field] = renameIn(fields[field], 'id', ids)
  }
  const { content, additional_kwargs: kwargs, response_metadata: metadata } = fields
  if (Array.isArray(content)) changes['content'] = renameIn(content, 'id', ids, isCallBlock)
  if (isFields(kwargs) && Array.isArray(kwargs['tool_calls'])) {
    changes['additional_kwargs'] = replaceFields(kwargs, {
      tool_calls: renameIn(kwargs['tool_calls'], 'id', ids),
    })
  }
  if (isFields(metadata) && Array.isArray(metadata['output'])) {
    changes['response_metadata'] = replaceFields(metadata, {
      output: renameIn(metadata['output'], 'call_id', ids),
    })
  }
  return changes
}

function renameIn(
  items: readonly unknown[],
  idField: string,
  ids: ReadonlyMap<string, string>,
  isCall: (item: unknown) => boolean = () => true,
): unknown[] {
  const nameOf = namePlaces(idField)
  return items.map((item) => {
    const place = isCall(item) ? nameOf(item) : undefined
    const id = place === undefined ? undefined : ids.get(place)
    return id === undefined || !isFields(item) ? item : replaceFields(item, { [idField]: id })
  })
}
