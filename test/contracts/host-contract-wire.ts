import type { LogEntry } from '../support/rule-server/wire-log.ts'

type Fields = Readonly<Record<string, unknown>>

/** The list that a request carried, as it was on the wire. */
export function listOf({ request }: LogEntry): readonly Fields[] {
  const { messages, input, contents } = request as Fields // the server parsed it
  return (messages ?? input ?? contents) as readonly Fields[] // every API that hosts speak here has one of them
}

/**
 * UTF-8 bytes of what the model reads in a request, list and tools: a second opinion, without anything of the library.
 * Roles, types, item ids and statuses are framing.
 */
export function contentBytes(entry: LogEntry): number {
  return toolBytes(entry) + textsIn(listOf(entry)).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** UTF-8 bytes of the tool definitions of a request. */
export function toolBytes({ request }: LogEntry): number {
  const { tools = [] } = request as { readonly tools?: readonly Fields[] } // the server parsed it
  const declared = tools.flatMap(
    (tool) => (tool['functionDeclarations'] ?? tool) as Fields | readonly Fields[],
  ) // of Gemini
  return declared.reduce((sum, tool) => {
    const {
      name,
      description,
      parameters,
      input_schema: schema = parameters,
    } = (tool['function'] ?? tool) as Fields // every API's form
    return sum + Buffer.byteLength(`${name}${description ?? ''}${JSON.stringify(schema)}`)
  }, 0)
}

/** The reasoning that a request carried, in order: items or blocks of it, references, or the messages that hold it. */
export function reasoningOf(entry: LogEntry): readonly Fields[] {
  const blocks = (item: Fields) => [item, ...[item['content'], item['parts']].filter(Array.isArray).flat()]
  return listOf(entry)
    .flatMap(blocks)
    .filter(({ type, id, thought, reasoning_content: text }) => {
      const isReference = type === 'item_reference' && String(id).startsWith('rs_')
      const isThought = type === 'reasoning' || type === 'thinking' || thought === true
      return isThought || isReference || typeof text === 'string'
    })
}

const framing: ReadonlySet<string> = new Set(['role', 'type', 'status'])

function textsIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    // The id of an item frames it, the id of a call inside a message is read.
    const isFraming = framing.has(key) || (key === 'id' && !path.includes('tool_calls'))
    return isFraming ? [] : textsIn(inner, [...path, key])
  })
}
