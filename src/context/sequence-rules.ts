/** What a provider can demand of the order of messages. Each is checked by `checkSequence`. */
export type SequenceDemand =
  /** Each call that the provider doesn't run has a result. */
  | 'callsAnswered'
  /** Each result has an open call before it. */
  | 'resultsHaveCall'
  /** A call is answered once. */
  | 'oneResultPerCall'
  /** A call id stands once in a model response. */
  | 'callIdsUnique'
  /** A call id stands once in the whole list. */
  | 'callIdsUniqueInList'
  /** A message that calls stands behind a user message or behind results. */
  | 'callsFollowUserOrResults'
  /** The results of a response stand directly behind it. */
  | 'resultsFollowCalls'
  /** The results of a response stand in one message. */
  | 'resultsInOneMessage'
  /** The first message that is not of the system role is the user's. */
  | 'opensWithUser'
  /** After a tool result an assistant message comes before the next user message. */
  | 'noUserAfterToolResult'
  /** The last message is not the assistant's, unless the provider is asked to go on with it. */
  | 'noAssistantLast'
  /** An assistant message holds more than reasoning. */
  | 'noReasoningAlone'
  /** A message that reasoning with an id led to has its id as well; a call is known by its call id. */
  | 'namedAfterReasoning'
  /** An assistant message holds something. */
  | 'noEmptyAssistant'
  /** An assistant message holds something, unless it is the last message. */
  | 'noEmptyAssistantBeforeLast'
  /** An assistant message without anything has at least an empty text. */
  | 'noAssistantWithoutContent'
  /** Call arguments parse as JSON. */
  | 'argumentsAreJson'

/** One published rule: what is demanded, and where that is written or was seen. */
export interface SequenceRule {
  readonly id: string
  readonly demand: SequenceDemand
  /** Documentation page or public report. */
  readonly source: string
}

/** The rules of one provider (or of a set of compatible ones) for one message shape. */
export interface SequenceRules {
  readonly provider: string
  readonly rules: readonly SequenceRule[]
}

/** What a provider's rules demand, each once. */
export function demandsOf({ rules }: SequenceRules): ReadonlySet<SequenceDemand> {
  return new Set(rules.map(({ demand }) => demand))
}
