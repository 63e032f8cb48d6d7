import type { Fields } from '../fields.ts'
import { sentText } from '../sent-text.ts'

/**
 * The pairing keys of the calls or of the responses in one content: their ids; without an id, as some models and clients
 * leave it out, the name and how often it stood before, for the provider pairs them in their order.
 */
export function linkKeys(): (link: Fields) => string {
  const counts = new Map<string, number>()
  return ({ id, name }) => {
    const written = sentText(id)
    if (written !== '') return written
    const named = sentText(name)
    const count = counts.get(named) ?? 0
    counts.set(named, count + 1)
    return `${count}:${named}`
  }
}
