import { isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'

/** What a response says was read. The SDK writes 0 where the provider said nothing. */
export function usageOf(response: unknown): CallUsage | undefined {
  const usage = isFields(response) ? response['usage'] : undefined
  const inputTokens = isFields(usage) ? usage['inputTokens'] : undefined
  return typeof inputTokens === 'number' && inputTokens > 0 ? { inputTokens } : undefined
}
