import type { AnswerTurn } from '../../support/rule-server/scripted-turn.ts'
import type { Fields } from '../../support/rule-server/wire.ts'

/** A smallest request that breaks one rule, and the same request mended. */
export interface RuleCase {
  readonly broken: Fields
  readonly mended: Fields
  /** Asked and answered before, where the rule is about what the server issued. */
  readonly before?: { readonly body: Fields; readonly turn: AnswerTurn }
}

/** Cases by the demand of their rule. */
export type RuleCases = Readonly<Record<string, RuleCase>>
