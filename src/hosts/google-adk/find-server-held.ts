import type { ServerHeldContext } from '../../run/admit-server-held.ts'
import type { LlmRequest } from './adk-llm.ts'

/** What in a request stands for context which isn't in its contents. */
export function findServerHeld({ previousInteractionId, config }: LlmRequest): ServerHeldContext | undefined {
  if (isName(previousInteractionId)) return { found: 'previousInteraction', index: undefined }
  return isName(config?.['cachedContent']) ? { found: 'cachedContent', index: undefined } : undefined
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
