/** One message of a case, in the cases' own neutral shape. */
export interface CaseMessage {
  readonly role: string
  readonly content?: string | null | readonly CasePart[]
  readonly toolCalls?: readonly CaseCall[]
  readonly toolCallId?: string
  readonly name?: string
  /** Marks that a host could set. */
  readonly pinned?: boolean
  readonly interim?: boolean
  readonly artifactRef?: string
}

export type CasePart = Readonly<Record<string, unknown>> & { readonly type: string }

export interface CaseCall {
  readonly id: string
  readonly name: string
  readonly args: unknown
  readonly providerExecuted?: boolean
}

/** A scripted reducer. Which fields it has depends on its kind. */
export interface ReducerScript {
  readonly kind: string
  readonly message?: string
  readonly count?: number
  readonly indexes?: readonly number[]
  readonly from?: number
  readonly to?: number
  readonly text?: string
  readonly role?: string
  readonly messages?: readonly CaseMessage[]
}

export interface CaseSettings {
  readonly unit?: string
  readonly hardLimit: number
  readonly triggerMargin: number
  readonly recentMessageRetentionCount: number
  readonly maximumCompactionAttempts: number
  readonly reducer?: ReducerScript | null
  readonly fixedOverhead?: number
  readonly imageCostBytes?: number
  readonly reducerInputLimit?: number
  readonly turnOrder?: string
  /** The host keeps large results in a workspace, and has a tool that reads them back. */
  readonly offload?: CaseOffload
  /** Places of messages that a filter of the host takes out of what the provider gets. */
  readonly laterFilterDrops?: readonly number[]
}

export interface CaseOffload {
  readonly thresholdBytes?: number
  /** UTF-16 units of a result that stay to be seen. */
  readonly previewUnits?: number
  readonly readBackTool?: string
  readonly storeWriteFails?: boolean
}

export interface CaseEvent {
  readonly at: string
  readonly do: string
  readonly messages?: readonly CaseMessage[]
}

/** What must come out, field by field; `expectations.ts` knows what each asks. */
export type CaseExpectations = Readonly<Record<string, unknown>> & {
  readonly outcome: string
  readonly outcomeAnyOf?: readonly string[]
}

/** One kind of fault: messages, settings, what happens on the way, and what must come out. */
export interface FaultCase {
  readonly id: string
  readonly title?: string
  readonly messages: readonly CaseMessage[]
  readonly settings: CaseSettings
  readonly expect: CaseExpectations
  readonly events?: readonly CaseEvent[]
  /** What the workspace holds, by the name that the case gives it. */
  readonly artifacts?: Readonly<Record<string, { readonly bytes: number }>>
  /** `malformed-input`: the list comes in broken. */
  readonly flags?: readonly string[]
  /** Several model calls in a row, each with the first messages of the list. */
  readonly calls?: readonly {
    readonly upTo: number
    readonly outcome: string
    readonly outcomeAnyOf?: readonly string[]
  }[]
}

/** The outcomes that a case accepts, in the spelling of the code. */
export function acceptedOutcomes(expected: Pick<CaseExpectations, 'outcome' | 'outcomeAnyOf'>): string[] {
  const names = expected.outcomeAnyOf ?? [expected.outcome]
  return names.map((name) => name.charAt(0).toLowerCase() + name.slice(1))
}
