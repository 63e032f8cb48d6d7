import type { Entry } from './entry.ts'
import { pairApprovals } from './pair-approvals.ts'
import { type PlacedCall, pairToolLinks, type ToolPairing } from './pair-tool-links.ts'
import type { SequenceDemand, SequenceRules } from './sequence-rules.ts'

/** A place where a list breaks a provider's rule. */
export interface SequenceDefect {
  readonly rule: string
  readonly demand: SequenceDemand
  /** Place in the list that was checked. */
  readonly at: number
}

type Check = <M>(entries: readonly Entry<M>[], pairing: ToolPairing) => number[]

/** Every place where a list breaks one of the rules, in the order of the rules. Empty when the provider would take it. */
export function checkSequence<M>(
  entries: readonly Entry<M>[],
  rules: SequenceRules,
  pairing: ToolPairing = pairToolLinks(entries),
): SequenceDefect[] {
  return rules.rules.flatMap(({ id, demand }) =>
    checks[demand](entries, pairing).map((at) => ({ rule: id, demand, at })),
  )
}

/** Open calls that somebody other than the provider should have answered, and that wait for no approval. */
export function unansweredCalls<M>(
  entries: readonly Entry<M>[],
  { openCalls }: ToolPairing,
): readonly PlacedCall[] {
  if (openCalls.length === 0) return openCalls
  const { awaitsApproval } = pairApprovals(entries)
  return openCalls.filter((call) => !(call.link.providerExecuted || awaitsApproval(call)))
}

/** Calls and results that pair, but with something between them. What the provider runs may come when it likes. */
export function latePairs<M>(entries: readonly Entry<M>[], { pairs }: ToolPairing): ToolPairing['pairs'] {
  const responseOf = responsesBefore(entries)
  return pairs.filter(({ call, result }) => {
    const response = responseOf[result.at] ?? none
    return !call.link.providerExecuted && (response === none || response !== responseOf[call.at])
  })
}

/** Whether an assistant message holds nothing, not even an empty text. */
export function isWithoutContent<M>({ reading }: Entry<M>): boolean {
  return reading.role === 'assistant' && reading.empty && reading.plainText === undefined
}

const none = -1

const checks: Record<SequenceDemand, Check> = {
  callsAnswered: (entries, pairing) => unansweredCalls(entries, pairing).map(({ at }) => at),
  resultsHaveCall: (_, { orphanResults }) => orphanResults.map(({ at }) => at),
  oneResultPerCall: (_, { duplicateResults }) => duplicateResults.map(({ result }) => result.at),
  callIdsUnique: (_, { duplicateCalls }) => duplicateCalls.map(({ at }) => at),
  callIdsUniqueInList: (entries) => {
    const seen = new Set<string>()
    return placesWhere(entries, ({ reading }) => {
      const keys = reading.links.flatMap(({ type, key }) => (type === 'call' ? [key] : []))
      const known = seen.size
      for (const key of keys) seen.add(key)
      return seen.size < known + keys.length
    })
  },
  callsFollowUserOrResults: (entries) => {
    const responseOf = responsesBefore(entries)
    return placesWhere(
      entries,
      ({ reading }, at) =>
        reading.links.some((link) => link.type === 'call' && !link.providerExecuted) &&
        entries[(responseOf[at] ?? none) - 1]?.reading.role === 'assistant',
    )
  },
  resultsFollowCalls: (entries, pairing) => latePairs(entries, pairing).map(({ result }) => result.at),
  resultsInOneMessage: (entries) =>
    placesWhere(
      entries,
      ({ reading }, at) => reading.role === 'tool' && entries[at - 1]?.reading.role === 'tool',
    ),
  opensWithUser: (entries) => {
    const first = entries.findIndex(({ reading }) => reading.role !== 'system')
    return first === -1 || entries[first]?.reading.role === 'user' ? [] : [first]
  },
  noUserAfterToolResult: (entries) =>
    placesWhere(
      entries,
      ({ reading }, at) => reading.role === 'user' && entries[at - 1]?.reading.role === 'tool',
    ),
  noReasoningAlone: (entries) =>
    placesWhere(
      entries,
      ({ reading }, at) => reading.reasoningOnly && entries[at + 1]?.reading.role !== 'assistant',
    ),
  noEmptyAssistant: (entries) =>
    placesWhere(entries, ({ reading }) => reading.role === 'assistant' && reading.empty),
  noEmptyAssistantBeforeLast: (entries) =>
    placesWhere(
      entries,
      ({ reading }, at) => reading.role === 'assistant' && reading.empty && at < entries.length - 1,
    ),
  noAssistantWithoutContent: (entries) => placesWhere(entries, isWithoutContent),
  argumentsAreJson: (entries) =>
    placesWhere(entries, ({ reading }) =>
      reading.links.some((link) => link.type === 'call' && !link.argumentsAreJson),
    ),
}

function placesWhere<M>(
  entries: readonly Entry<M>[],
  holds: (entry: Entry<M>, at: number) => boolean,
): number[] {
  return entries.flatMap((entry, at) => (holds(entry, at) ? [at] : []))
}

/**
 * For each entry the response that its results must answer, by its first position: the one directly before its run of
 * tool entries. For an entry of the assistant it is the response that it is part of.
 */
export function responsesBefore<M>(entries: readonly Entry<M>[]): readonly number[] {
  let response = none
  return entries.map(({ reading }, at) => {
    const before = entries[at - 1]?.reading
    if (reading.role === 'assistant') {
      if (!(before?.role === 'assistant' && before.continues)) response = at
    } else if (reading.role !== 'tool') response = none
    return response
  })
}
