import { type Fields, isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'

/** What a message, or the event that starts one, says was read. The API counts apart what its cache held or took. */
export function readUsage(text: string): CallUsage | undefined {
  const answer = parse(text)
  const { usage } = fieldsOf(answer['message'] ?? answer)
  const {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  } = fieldsOf(usage)
  if (typeof input !== 'number') return undefined
  return { inputTokens: input + numberOf(read) + numberOf(written) }
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
