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

/** What is known of the beginning of a list. */
export interface CheckedBeginning {
  readonly defects: readonly SequenceDefect[]
  readonly length: number
}

/** Either looks at the list and its pairing as a whole, or at an entry and its neighbours. */
type Check =
  | { readonly list: <M>(entries: readonly Entry<M>[], pairing: ToolPairing) => readonly number[] }
  | { readonly entry: <M>(entry: Entry<M>, at: number, entries: readonly Entry<M>[]) => boolean }

/**
 * Every place where a list breaks one of the rules, in the order of the rules. Empty when the provider would take it.
 *
 * @param beginning what the same rules found when the list was shorter, which spares looking there again
 */
export function checkSequence<M>(
  entries: readonly Entry<M>[],
  rules: SequenceRules,
  pairing: ToolPairing = pairToolLinks(entries),
  beginning: CheckedBeginning = nothing,
): readonly SequenceDefect[] {
  // The last entry that was looked at had nothing behind it then.
  const from = Math.max(0, beginning.length - 1)
  return rules.rules.flatMap(({ id, demand }) => {
    const check = checks[demand]
    const known = 'list' in check ? [] : beginning.defects.filter(({ rule, at }) => rule === id && at < from)
    const places = 'list' in check ? check.list(entries, pairing) : placesWhere(entries, from, check.entry)
    return [...known, ...places.map((at) => ({ rule: id, demand, at }))]
  })
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

/** Whether an assistant message holds nothing, not even an empty text. */
export function isWithoutContent<M>({ reading }: Entry<M>): boolean {
  return reading.role === 'assistant' && reading.empty && reading.plainText === undefined
}

/** Whether an entry is reasoning that leads to nothing. */
export function isReasoningAlone<M>({ reading }: Entry<M>, next: Entry<M> | undefined): boolean {
  return reading.reasoningOnly && next?.reading.role !== 'assistant'
}

/** Whether an entry is reasoning with an id, and the message that it leads to has lost its own. */
export function leadsToUnnamed<M>({ reading }: Entry<M>, next: Entry<M> | undefined): boolean {
  return reading.reasoningOnly && reading.named === true && next?.reading.named === false
}

const nothing: CheckedBeginning = Object.freeze({ defects: Object.freeze([]), length: 0 })
const none = -1

const checks: Record<SequenceDemand, Check> = {
  callsAnswered: { list: (entries, pairing) => unansweredCalls(entries, pairing).map(({ at }) => at) },
  resultsHaveCall: { list: (_, { orphanResults }) => orphanResults.map(({ at }) => at) },
  oneResultPerCall: { list: (_, { duplicateResults }) => duplicateResults.map(({ result }) => result.at) },
  callIdsUnique: { list: (_, { duplicateCalls }) => duplicateCalls.map(({ at }) => at) },
  callIdsUniqueInList: {
    list: (_, { recurringCalls }) => [...new Set(recurringCalls.map(({ at }) => at))],
  },
  callsFollowUserOrResults: {
    list: (entries) => {
      const responseOf = responsesBefore(entries)
      return placesWhere(
        entries,
        0,
        ({ reading }, at) =>
          reading.links.some((link) => link.type === 'call' && !link.providerExecuted) &&
          entries[(responseOf[at] ?? none) - 1]?.reading.role === 'assistant',
      )
    },
  },
  resultsFollowCalls: { list: (_, { latePairs }) => latePairs.map(({ result }) => result.at) },
  resultsInOneMessage: {
    entry: ({ reading }, at, entries) => reading.role === 'tool' && entries[at - 1]?.reading.role === 'tool',
  },
  opensWithUser: {
    list: (entries) => {
      const first = entries.findIndex(({ reading }) => reading.role !== 'system')
      return first === -1 || entries[first]?.reading.role === 'user' ? [] : [first]
    },
  },
  noUserAfterToolResult: {
    entry: ({ reading }, at, entries) => reading.role === 'user' && entries[at - 1]?.reading.role === 'tool',
  },
  noAssistantLast: {
    list: (entries) => {
      const last = entries.at(-1)?.reading
      return last?.role === 'assistant' && !last.prefix ? [entries.length - 1] : []
    },
  },
  noReasoningAlone: { entry: (entry, at, entries) => isReasoningAlone(entry, entries[at + 1]) },
  namedAfterReasoning: { entry: (entry, at, entries) => leadsToUnnamed(entry, entries[at + 1]) },
  noEmptyAssistant: { entry: ({ reading }) => reading.role === 'assistant' && reading.empty },
  noEmptyAssistantBeforeLast: {
    entry: ({ reading }, at, entries) =>
      reading.role === 'assistant' && reading.empty && at < entries.length - 1,
  },
  noAssistantWithoutContent: { entry: isWithoutContent },
  argumentsAreJson: {
    entry: ({ reading: { links } }) => {
      for (const link of links) if (link.type === 'call' && !link.argumentsAreJson) return true
      return false
    },
  },
}

function placesWhere<M>(
  entries: readonly Entry<M>[],
  from: number,
  holds: (entry: Entry<M>, at: number, entries: readonly Entry<M>[]) => boolean,
): number[] {
  const places: number[] = []
  for (let at = from; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry && holds(entry, at, entries)) places.push(at)
  }
  return places
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
