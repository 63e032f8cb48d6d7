import type { SequenceRules } from '../context/sequence-rules.ts'
import type { SourcedDemand } from './provider-demands.ts'

/** A provider's rules from pairs of demand and source; each rule's id is `provider.demand`. Frozen throughout. */
export function defineRules(provider: string, demands: readonly SourcedDemand[]): SequenceRules {
  const rules = demands.map(([demand, source]) =>
    Object.freeze({ id: `${provider}.${demand}`, demand, source }),
  )
  return Object.freeze({ provider, rules: Object.freeze(rules) })
}
