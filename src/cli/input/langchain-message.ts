import type { Fields } from '../../dialects/fields.ts'

/** A LangChain message as it is once it is complete: a stream writes the class of its pieces in place of the type. */
export function toLangChainMessage(message: Fields): Fields {
  const { type } = message
  const [, name] = typeof type === 'string' ? (/^([A-Z]\w*)MessageChunk$/.exec(type) ?? []) : []
  return name === undefined ? message : { ...message, type: name.toLowerCase() }
}
