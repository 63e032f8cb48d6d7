import type { Entry } from './entry.ts'
import { pairToolLinks, type ToolPairing } from './pair-tool-links.ts'
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

const checks: Record<SequenceDemand, Check> = {
  callsAnswered: (entries, { openCalls }) => {
    const waiting = keysAwaitingApproval(entries)
    return openCalls
      .filter(({ link }) => !(link.providerExecuted || waiting.has(link.key)))
      .map(({ at }) => at)
  },
  resultsHaveCall: (_, { orphanResults }) => orphanResults.map(({ at }) => at),
  oneResultPerCall: (_, { duplicateResults }) => duplicateResults.map(({ result }) => result.at),
  callIdsUnique: (_, { duplicateCalls }) => duplicateCalls.map(({ at }) => at),
  callIdsUniqueInList: (entries) => {
    const seen = new Set<string>()
    return placesWhere(entries, ({ reading }) =>
      reading.links.some((link) => {
        if (link.type !== 'call') return false
        const repeats = seen.has(link.key)
        seen.add(link.key)
        return repeats
      }),
    )
  },
  callsFollowUserOrResults: (entries) =>
    placesWhere(
      entries,
      ({ reading }, before) =>
        reading.links.some((link) => link.type === 'call' && !link.providerExecuted) &&
        before?.reading.role === 'assistant' &&
        !before.reading.continues,
    ),
  resultsFollowCalls: (entries, { pairs }) => {
    const callerOf = callersOfResults(entries)
    return pairs
      .filter(({ call, result }) => !call.link.providerExecuted && callerOf[result.at] !== call.at)
      .map(({ result }) => result.at)
  },
  opensWithUser: (entries) => {
    const first = entries.findIndex(({ reading }) => reading.role !== 'system')
    return first === -1 || entries[first]?.reading.role === 'user' ? [] : [first]
  },
  noUserAfterToolResult: (entries) =>
    placesWhere(entries, (entry, before) => entry.reading.role === 'user' && before?.reading.role === 'tool'),
  noReasoningAlone: (entries) =>
    placesWhere(
      entries,
      (entry, _, after) => entry.reading.reasoningOnly && after?.reading.role !== 'assistant',
    ),
  noEmptyAssistant: (entries) =>
    placesWhere(entries, ({ reading }) => reading.role === 'assistant' && reading.empty),
  noEmptyAssistantBeforeLast: (entries) =>
    placesWhere(
      entries,
      ({ reading }, _, after) => reading.role === 'assistant' && reading.empty && after !== undefined,
    ),
  argumentsAreJson: (entries) =>
    placesWhere(entries, ({ reading }) =>
      reading.links.some((link) => link.type === 'call' && !link.argumentsAreJson),
    ),
}

function placesWhere<M>(
  entries: readonly Entry<M>[],
  holds: (entry: Entry<M>, before: Entry<M> | undefined, after: Entry<M> | undefined) => boolean,
): number[] {
  const places: number[] = []
  entries.forEach((entry, at) => {
    if (holds(entry, entries[at - 1], entries[at + 1])) places.push(at)
  })
  return places
}

// For each entry the assistant entry that its results must answer: the one directly before its run of tool entries.
function callersOfResults<M>(entries: readonly Entry<M>[]): readonly number[] {
  let caller = -1
  return entries.map(({ reading }, at) => {
    if (reading.role === 'assistant') caller = at
    else if (reading.role !== 'tool') caller = -1
    return caller
  })
}

function keysAwaitingApproval<M>(entries: readonly Entry<M>[]): ReadonlySet<string> {
  const waiting = new Map<string, string | undefined>()
  for (const { reading } of entries) {
    for (const { approvalId, key } of reading.approvalRequests) waiting.set(approvalId, key)
    for (const approvalId of reading.approvalResponses) waiting.delete(approvalId)
  }
  const keys = new Set<string>()
  for (const key of waiting.values()) if (key !== undefined) keys.add(key)
  return keys
}
