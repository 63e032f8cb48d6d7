import type { Entry } from './entry.ts'
import type { ToolCallLink, ToolResultLink } from './reading.ts'

/** One call or result with the place where it stands: entry position, and ordinal among the entry's results. */
export interface PlacedCall {
  readonly at: number
  readonly link: ToolCallLink
}

export interface PlacedResult {
  readonly at: number
  /** Ordinal among the results of its entry. */
  readonly ordinal: number
  readonly link: ToolResultLink
}

export interface ToolPairing {
  readonly pairs: readonly { readonly call: PlacedCall; readonly result: PlacedResult }[]
  /** Calls without a result, those that the provider runs included, in the order of the list. */
  readonly openCalls: readonly PlacedCall[]
  /** Results whose key no call before them bears. */
  readonly orphanResults: readonly PlacedResult[]
  /** Results whose call was answered before, with that call. */
  readonly duplicateResults: readonly { readonly call: PlacedCall; readonly result: PlacedResult }[]
  /** Calls whose id stands a second time in the same model response, while the first is open. */
  readonly duplicateCalls: readonly PlacedCall[]
}

// Open calls of one message that share a key, in their order; those before `next` are answered.
interface OpenCalls {
  readonly at: number
  /** Number of the model response that calls. */
  readonly response: number
  readonly calls: PlacedCall[]
  next: number
}

/**
 * Pairs results with calls by position: a result belongs to the nearest open call before it that bears its key, so ids
 * may recur from turn to turn. Calls of one message that share a key are answered in their order.
 */
export function pairToolLinks<M>(entries: readonly Entry<M>[]): ToolPairing {
  const calls: PlacedCall[] = []
  const pairs: { call: PlacedCall; result: PlacedResult }[] = []
  const orphanResults: PlacedResult[] = []
  const duplicateResults: { call: PlacedCall; result: PlacedResult }[] = []
  const duplicateCalls: PlacedCall[] = []
  const open = new Map<string, OpenCalls[]>()
  const answered = new Map<string, PlacedCall>()
  let response = 0

  entries.forEach((entry, at) => {
    const { links, role } = entry.reading
    if (role !== 'assistant') response += 1
    let ordinal = -1
    for (const link of links) {
      if (link.type === 'call') {
        const call: PlacedCall = { at, link }
        calls.push(call)
        const sameKey = open.get(link.key)
        const newest = sameKey?.at(-1)
        // The newest open one is of the newest response.
        if (newest?.response === response) duplicateCalls.push(call)
        if (newest?.at === at) newest.calls.push(call)
        else if (sameKey) sameKey.push({ at, response, calls: [call], next: 0 })
        else open.set(link.key, [{ at, response, calls: [call], next: 0 }])
        continue
      }
      ordinal += 1
      const result: PlacedResult = { at, ordinal, link }
      const call = takeOpen(open.get(link.key))
      const answeredCall = answered.get(link.key)
      if (call) {
        pairs.push({ call, result })
        answered.set(link.key, call)
      } else if (answeredCall) duplicateResults.push({ call: answeredCall, result })
      else orphanResults.push(result)
    }
  })

  const closed = new Set(pairs.map(({ call }) => call))
  const openCalls = calls.filter((call) => !closed.has(call))
  return { pairs, openCalls, orphanResults, duplicateResults, duplicateCalls }
}

function takeOpen(messages: OpenCalls[] = []): PlacedCall | undefined {
  const newest = messages.at(-1)
  if (!newest) return undefined
  const call = newest.calls[newest.next]
  newest.next += 1
  if (newest.next === newest.calls.length) messages.pop()
  return call
}
