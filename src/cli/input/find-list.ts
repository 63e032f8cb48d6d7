import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import { describeList } from './describe-list.ts'
import { findAnswer } from './find-answer.ts'
import type { FoundList } from './found-list.ts'
import type { ParsedLine } from './parse-text.ts'
import { pickRecord, requireOnlyOne } from './pick-record.ts'
import type { ShapeName } from './shape-names.ts'

/** Where a search is: what is asked for, and the recorded request that it is in. */
interface Search {
  readonly name: string
  readonly pick: number | undefined
  readonly record: string | undefined
}

// Lists of messages that no message has a field for.
const conversationFields = ['messages', 'contents', 'history'] as const
const listFields = [...conversationFields, 'input', 'prompt', 'items'] as const
const textFields: readonly string[] = ['contents', 'input', 'prompt']
const wrappers = [
  ...['data', 'request', 'body', 'inputs', 'values', 'state', 'checkpoint', 'channel_values', 'response'],
] as const
const deepestWrapping = 6

/**
 * Finds the list of messages in a parsed file: the file itself, a request's body, a recorded response, or what wraps one.
 *
 * @param pick which of several to take, counted from 1
 * @throws InputError when there is none, or more than one and `pick` says nothing
 */
export function findList(value: unknown, pick: number | undefined, name: string): FoundList {
  const found = search(value, { name, pick, record: undefined }, deepestWrapping)
  if (!found) throw noList(value, name, undefined)
  if (!found.isPicked) requireOnlyOne(pick, name)
  return found
}

/** Finds the list of messages in a file with a recorded request or conversation a line. */
export function findListInLines(
  lines: readonly ParsedLine[],
  pick: number | undefined,
  name: string,
): FoundList {
  const values = lines.map(({ value }) => value)
  const placeOf = (index: number): string => `line ${lines[index]?.number}`
  return searchRecords(values, placeOf, { name, pick, record: undefined }, deepestWrapping)
}

/** Whether a value is a recorded request, response or conversation, and no message of one. */
export function isRecord(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFields)
  if (!isFields(value) || 'role' in value) return false
  if (findAnswer(value) || conversationFields.some((field) => Array.isArray(value[field]))) return true
  // Messages have a role or a type; what has neither and holds a list is a conversation.
  return !('type' in value) && [...listFields, ...wrappers].some((field) => isHolder(value[field]))
}

function search(value: unknown, at: Search, depth: number): FoundList | undefined {
  if (depth === 0) return undefined
  if (Array.isArray(value)) return searchArray(value, undefined, at, depth)
  if (!isFields(value)) return undefined
  const answer = findAnswer(value)
  if (answer) return describeList({ ...answer, holder: value, isAnswer: true }, at)
  for (const field of listFields) {
    const list = value[field]
    if (Array.isArray(list)) return searchArray(list, { holder: value, field }, at, depth)
    if (typeof list === 'string' && textFields.includes(field)) {
      const item =
        field === 'contents' ? { role: 'user', parts: [{ text: list }] } : { role: 'user', content: list }
      return describeList({ items: [item], holder: value, field }, at)
    }
  }
  for (const field of wrappers) {
    const found = search(value[field], at, depth - 1)
    if (found) return { ...found, hint: found.hint ?? hintOfAnswer(value['response']) }
  }
  return undefined
}

function searchArray(
  list: readonly unknown[],
  held: { readonly holder: Fields; readonly field: string } | undefined,
  at: Search,
  depth: number,
): FoundList {
  if (list.length > 0 && list.every(isRecord)) {
    return searchRecords(list, (index) => `record ${index + 1}`, at, depth)
  }
  return describeList({ items: list, holder: held?.holder ?? {}, field: held?.field }, at)
}

function searchRecords(
  records: readonly unknown[],
  placeOf: (index: number) => string,
  at: Search,
  depth: number,
): FoundList {
  const { name, pick, record } = at
  if (records.length > 1 && record !== undefined) {
    throw new InputError(name, record, 'holds several conversations itself; give it in a file of its own')
  }
  const picked = records.length === 1 ? undefined : pickRecord(records, placeOf, pick, name)
  const inside = picked ? { name, pick, record: picked.place } : at
  const value = picked ? picked.value : records[0]
  const found = search(value, inside, depth - 1)
  if (found) return found
  throw noList(value, name, picked?.place)
}

function noList(value: unknown, name: string, place: string | undefined): InputError {
  const holds = isFields(value) && isFields(value['message']) ? 'one message' : 'no list of messages'
  return new InputError(
    name,
    place,
    `holds ${holds}; give an array of messages, or an object with messages, input, prompt or contents`,
  )
}

// A request and its response are of one provider.
function hintOfAnswer(response: unknown): ShapeName | undefined {
  return isFields(response) ? findAnswer(response)?.shape : undefined
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
