import type { IssuedContent } from './issued-content.ts'
import type { Fields } from './wire.ts'

/** Whose rules are enforced. */
export type RuleProfile = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'mistral' | 'deepseek'

/** A request as it came in, with what the server issued before it. */
export interface WireRequest {
  readonly body: Fields
  readonly model: string
  readonly issued: IssuedContent
}

/** A place where a request breaks a rule, in the provider's words. */
export interface Breach {
  readonly message: string
  readonly param?: string
}

/** One published rule of one API, written over the wire JSON. */
export interface ProviderRule {
  readonly id: string
  readonly provider: RuleProfile
  /** The demand's name: one of `src/context/sequence-rules.ts` where that knows it, else a name of its own. */
  readonly demands: string
  /** Set when only some models refuse. */
  readonly models?: RegExp
  readonly status: number
  readonly errorType: string
  readonly code: string | null
  /** What the refusal's message looks like. */
  readonly message: RegExp
  /** Documentation page or public report. */
  readonly source: string
  readonly check: (request: WireRequest) => Breach | undefined
}

type RuleFacts = Pick<ProviderRule, 'demands' | 'message' | 'source' | 'check'> &
  Partial<Pick<ProviderRule, 'models' | 'status' | 'errorType' | 'code'>>

/** Makes the rules of one provider; what is not said of a rule comes from the provider's usual refusal. */
export function rulesOf(
  provider: RuleProfile,
  usual: Pick<ProviderRule, 'status' | 'errorType' | 'code'>,
  facts: readonly RuleFacts[],
): readonly ProviderRule[] {
  return facts.map((fact) =>
    Object.freeze({ id: `${provider}.${fact.demands}`, provider, ...usual, ...fact }),
  )
}
