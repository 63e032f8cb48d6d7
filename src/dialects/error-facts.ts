import { type Fields, isFields } from './fields.ts'

/** What an error, or a part of one, says of itself. */
export interface ErrorFacts {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly code: string | undefined
  readonly message: string | undefined
}

interface Part {
  readonly value: unknown
  /** Of the error around it. */
  readonly status: number | undefined
}

// Where clients and frameworks keep the answer of the provider, or the error that they wrap.
const insides = [
  ...['error', 'errors', 'response', 'body', 'data', 'responseBody'],
  ...['cause', 'lastError', 'message', 'errorMessage'],
]
const mostParts = 64
const longestJson = 100_000

/**
 * What an error, a response body or an event of a stream says, from the outside in: the error itself, what it wraps, and
 * the JSON that it holds as text. Looks at 64 parts at most, and throws nothing.
 */
export function readErrorFacts(thrown: unknown): ErrorFacts[] {
  const parts: Part[] = [{ value: thrown, status: undefined }]
  const seen = new Set<unknown>()
  const facts: ErrorFacts[] = []
  for (const { value, status: outer } of parts) {
    if (seen.size === mostParts) break
    const opened = typeof value === 'string' ? parseInside(value) : value
    if (typeof opened !== 'object' || opened === null || seen.has(opened)) continue
    seen.add(opened)
    if (!isFields(opened)) {
      for (const item of listOf(opened)) parts.push({ value: item, status: outer })
      continue
    }
    const status = statusOf(opened) ?? outer
    facts.push(factsOf(opened, status))
    for (const inside of insides) {
      const part = read(opened, inside)
      if (part !== undefined && part !== null) parts.push({ value: part, status })
    }
  }
  return facts
}

function factsOf(fields: Fields, status: number | undefined): ErrorFacts {
  return {
    status,
    type: textOf(read(fields, 'type')) ?? textOf(read(fields, 'status')),
    code: textOf(read(fields, 'code')),
    // Clients write the status in front of it.
    message: (textOf(read(fields, 'message')) ?? textOf(read(fields, 'errorMessage')))?.replace(
      /^\d{3} /,
      '',
    ),
  }
}

function statusOf(fields: Fields): number | undefined {
  for (const name of ['status', 'statusCode', 'code']) {
    const value = read(fields, name)
    // Mistral's `code` may be a number of its own.
    if (typeof value === 'number' && value >= 100 && value < 600) return value
  }
  return undefined
}

/** The JSON in a text, whatever stands in front of it. */
function parseInside(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start === -1 || text.length > longestJson) return undefined
  try {
    return JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}

function listOf(value: object): unknown[] {
  return Array.isArray(value) ? value.slice(0, mostParts) : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

// An error is looked at after something went wrong: looking must not go wrong as well.
function read(fields: Fields, name: string): unknown {
  try {
    return Reflect.get(fields, name)
  } catch {
    return undefined
  }
}
