import { type Fields, isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'

/** What a result, or the part that finishes a stream, says was read; models of v2 give a number, later ones a breakdown. */
export function usageOf(result: unknown): CallUsage | undefined {
  const { inputTokens } = fieldsOf(fieldsOf(result)['usage'])
  const total = isFields(inputTokens) ? inputTokens['total'] : inputTokens
  return typeof total === 'number' ? { inputTokens: total } : undefined
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
