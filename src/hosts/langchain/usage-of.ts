import { isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'

/** The usage in what a model answered: a message, or what holds one; undefined when it tells none. */
export function usageOf(answer: unknown): CallUsage | undefined {
  if (!isFields(answer)) return undefined
  const usage = answer['usage_metadata'] ?? answer['usage']
  const tokens = isFields(usage) ? usage['input_tokens'] : undefined
  if (typeof tokens === 'number') return { inputTokens: tokens }
  const inner: unknown[] = [
    answer['message'],
    listOf(answer['generations'])[0],
    listOf(answer['messages'])[0],
  ]
  for (const one of inner) {
    const found = usageOf(one)
    if (found) return found
  }
  return undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
