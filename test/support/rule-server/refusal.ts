import type { RuleProfile } from './rule.ts'
import type { Fields } from './wire.ts'

/** What a provider says no with. */
export interface Refusal {
  readonly status: number
  readonly errorType: string
  readonly code: string | null
  readonly message: string
  readonly param?: string
}

/** The body of a refusal in the provider's shape. */
export function refusalBody(profile: RuleProfile, refusal: Refusal, serial: number): Fields {
  const { status, errorType: type, code, message, param = null } = refusal
  switch (profile) {
    case 'anthropic':
      return { type: 'error', error: { type, message }, request_id: `req_${serial}` }
    case 'gemini':
      return { error: { code: status, message, status: type } }
    case 'mistral':
      return { object: 'error', message, type, param, code }
    default:
      return { error: { message, type, param, code } }
  }
}
