import { type Fields, isFields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import type { LangChainMessage } from './langchain-message.ts'

/** A message, whatever form it has: what it is, and where its fields are. */
export interface OpenedMessage {
  /** As message classes write it: `human`, `ai`, `tool`; empty for a message that doesn't say. */
  readonly type: string
  readonly fields: Fields
}

/** The type and the fields of a message in any of its forms. */
export function openMessage(message: LangChainMessage): OpenedMessage {
  const holder = holderOf(message)
  const own = message as Fields // any field may stand in it
  const fields = holder === undefined ? own : (own[holder] as Fields) // it was looked at
  return { type: typeOf(holder === 'kwargs' ? classOf(own['id']) : own['type'], fields), fields }
}

/** The same message with some of its fields replaced: same class, same form. The given one is left alone. */
export function replaceInside<M extends LangChainMessage>(message: M, changes: Fields): M {
  const { fields } = openMessage(message)
  const holder = holderOf(message)
  if (holder !== undefined) return replaceFields(message, { [holder]: replaceFields(fields, changes) })
  // What a message was constructed with is what it is written down from.
  const constructedWith = fields['lc_kwargs']
  if (!isFields(constructedWith)) return replaceFields(message, changes)
  return replaceFields(message, { ...changes, lc_kwargs: replaceFields(constructedWith, changes) })
}

function holderOf(message: LangChainMessage): 'data' | 'kwargs' | undefined {
  if (message.type === 'constructor' && isFields(message.kwargs)) return 'kwargs'
  return typeof message.type === 'string' && message.content === undefined && isFields(message.data)
    ? 'data'
    : undefined
}

// A generic message speaks in a role of its own.
function typeOf(type: unknown, { role }: Fields): string {
  const name = type === undefined || type === 'generic' || type === 'chat' ? role : type
  return typeof name === 'string' ? name : ''
}

function classOf(path: unknown): string {
  const name = Array.isArray(path) ? path.at(-1) : undefined
  return typeof name === 'string' ? name.replace(/Message(?:Chunk)?$/, '').toLowerCase() : ''
}
