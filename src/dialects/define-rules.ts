import type { SequenceDemand, SequenceRules } from '../context/sequence-rules.ts'

/** A provider's rules from pairs of demand and source; each rule's id is `provider.demand`. Frozen throughout. */
export function defineRules(
  provider: string,
  demands: readonly (readonly [demand: SequenceDemand, source: string])[],
): SequenceRules {
  const rules = demands.map(([demand, source]) =>
    Object.freeze({ id: `${provider}.${demand}`, demand, source }),
  )
  return Object.freeze({ provider, rules: Object.freeze(rules) })
}
