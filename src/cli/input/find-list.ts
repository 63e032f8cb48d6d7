import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import { isNestedTooDeep } from './check-nesting.ts'

/** A list of messages or items, and what the request carries beside it. */
export interface FoundList {
  readonly items: readonly unknown[]
  /** Names the place of an item, for messages. */
  readonly placeOf: (index: number) => string
  /** Tools, system prompt and the like, as they are sent. */
  readonly overhead: readonly string[]
  /** The name of the field that held the list. */
  readonly field: string | undefined
  readonly hasSystemBeside: boolean
}

const listFields = ['messages', 'input', 'prompt'] as const
const wrappers = ['data', 'request', 'body', 'values', 'state'] as const
const besideFields = [
  'system',
  'instructions',
  'tools',
  'functions',
  'response_format',
  'output_config',
] as const
const deepestWrapping = 4

/**
 * Finds the one list of messages in a parsed file: the file itself, a request's body, or what wraps one.
 *
 * @throws InputError when there is none, or more than one
 */
export function findList(value: unknown, name: string): FoundList {
  const found = search(value, name, deepestWrapping)
  if (found) return found
  const keys = isFields(value) && isFields(value['message']) ? 'one message' : 'no list of messages'
  throw new InputError(
    name,
    undefined,
    `holds ${keys}; give an array of messages, or an object with messages, input or prompt`,
  )
}

function search(value: unknown, name: string, depth: number): FoundList | undefined {
  if (depth === 0) return undefined
  if (Array.isArray(value)) return searchArray(value, name, depth)
  if (!isFields(value)) return undefined
  for (const field of listFields) {
    const list = value[field]
    if (Array.isArray(list)) return describe(list, value, field, name)
    if (typeof list === 'string' && field !== 'messages')
      return describe([{ role: 'user', content: list }], value, field, name)
  }
  for (const field of wrappers) {
    const found = search(value[field], name, depth - 1)
    if (found) return found
  }
  return undefined
}

function searchArray(list: readonly unknown[], name: string, depth: number): FoundList {
  const wrapped = list.filter((item) => isWrapper(item))
  if (wrapped.length === 0 || wrapped.length < list.length) return describe(list, {}, undefined, name)
  if (list.length > 1) {
    throw new InputError(
      name,
      undefined,
      `holds ${list.length} recorded requests or conversations; give one of them in a file of its own`,
    )
  }
  return search(list[0], name, depth - 1) ?? describe(list, {}, undefined, name)
}

// Messages have a role or a type; what has neither and holds a list is a conversation.
function isWrapper(item: unknown): boolean {
  if (!isFields(item) || 'role' in item || 'type' in item) return false
  return [...listFields, ...wrappers].some((field) => typeof item[field] === 'object')
}

function describe(
  items: readonly unknown[],
  holder: Fields,
  field: string | undefined,
  name: string,
): FoundList {
  const beside = besideFields.flatMap((key) => {
    const value = holder[key]
    if (value === undefined || value === null || value === '') return []
    if (isNestedTooDeep(value)) {
      throw new InputError(name, key, 'is nested more than 500 levels deep; no provider takes that, mend it')
    }
    return [typeof value === 'string' ? value : JSON.stringify(value)]
  })
  return {
    items,
    placeOf: (index) => `${field ?? 'messages'}[${index}]`,
    overhead: beside,
    field,
    hasSystemBeside: holder['system'] !== undefined,
  }
}
