import { type Fields, isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'
import type { ModelResponse } from './mastra-processor.ts'

/** What the last chunk of an answer says was read. */
export function usageOf({ chunks }: ModelResponse): CallUsage | undefined {
  const finish = chunks.findLast(({ type }) => type === 'finish')
  const { inputTokens } = fieldsOf(fieldsOf(fieldsOf(fieldsOf(finish)['payload'])['output'])['usage'])
  return typeof inputTokens === 'number' ? { inputTokens } : undefined
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
