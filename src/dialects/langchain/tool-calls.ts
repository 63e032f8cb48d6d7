import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { sentText } from '../sent-text.ts'

/** A call of a message, out of all the places where it stands. */
export interface FoundCall {
  readonly id: string
  readonly name: string
  /** The longest of its forms: each provider package sends one of them. */
  readonly argumentText: string
  /** It awaits a result. One that didn't parse and is sent by nobody doesn't. */
  readonly isSent: boolean
}

/** A list of calls inside a message, and how one of its items is read. */
interface Source {
  readonly items: readonly unknown[]
  /** The field that holds the call's id. */
  readonly idField: string
  readonly isSent: boolean
}

/** The calls of a message by what names them in every place: the id, and how often it stood there before. */
export function findCalls(fields: Fields): ReadonlyMap<string, FoundCall> {
  const calls = new Map<string, FoundCall>()
  for (const { items, idField, isSent } of sourcesOf(fields)) {
    const nameOf = namePlaces(idField)
    for (const item of items) {
      const place = nameOf(item)
      if (place === undefined || !isFields(item)) continue
      const known = calls.get(place)
      const body = bodyOf(item)
      const text = argumentsOf(body)
      calls.set(place, {
        id: sentText(item[idField]),
        name: known?.name || sentText(body['name']),
        argumentText: known && known.argumentText.length >= text.length ? known.argumentText : text,
        isSent: known?.isSent === true || isSent,
      })
    }
  }
  return calls
}

/** Names the calls of one list as `findCalls` does, item by item; undefined for what is none. */
export function namePlaces(idField: string): (item: unknown) => string | undefined {
  const seen = new Map<string, number>()
  return (item) => {
    if (!isFields(item) || (idField === 'call_id' && !isCallItem(item))) return undefined
    const id = sentText(item[idField])
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return `${before} ${id}`
  }
}

/** Whether a content block is a call that stands in `tool_calls` as well, or ought to. */
export function isCallBlock(block: unknown): block is Fields {
  return isFields(block) && callBlocks.has(block['type'])
}

/** Whether an item that the Responses API gave is a call for the client. */
export function isCallItem(item: unknown): item is Fields {
  return isFields(item) && callItems.has(item['type']) && typeof item['call_id'] === 'string'
}

/** What the Responses API gave for a message, which goes back in the place of its content; undefined for another message. */
export function outputOf({ response_metadata: metadata }: Fields): readonly Fields[] | undefined {
  if (!isFields(metadata) || metadata['output_version'] === 'v1') return undefined
  const output: unknown = metadata['output']
  if (!Array.isArray(output) || output.length === 0) return undefined
  return output.every((item) => isFields(item) && typeof item['type'] === 'string') ? output : undefined
}

function sourcesOf(fields: Fields): readonly Source[] {
  const kwargs = fields['additional_kwargs']
  const listed = listOf(fields['tool_calls'])
  const raw = isFields(kwargs) ? listOf(kwargs['tool_calls']) : []
  return [
    { items: listed, idField: 'id', isSent: true },
    // The raw form is what is sent where nothing of it could be parsed.
    { items: raw, idField: 'id', isSent: listed.length === 0 },
    { items: listOf(fields['content']).filter(isCallBlock), idField: 'id', isSent: true },
    { items: outputOf(fields) ?? [], idField: 'call_id', isSent: true },
    { items: listOf(fields['invalid_tool_calls']), idField: 'id', isSent: false },
  ]
}

function bodyOf(call: Fields): Fields {
  const inner = call['function'] ?? call['functionCall']
  return isFields(inner) ? inner : call
}

function argumentsOf(body: Fields): string {
  const given = body['args'] ?? body['arguments'] ?? body['input'] ?? body['action']
  return typeof given === 'string' ? given : given === undefined ? '' : encodeOpaque(given)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const callBlocks: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'functionCall'])
const callItems: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'computer_call'])
