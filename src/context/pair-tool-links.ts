import type { Entry } from './entry.ts'
import type { MessageReading, ToolCallLink, ToolResultLink } from './reading.ts'

/** One call or result with the place where it stands: entry position, and ordinal among the entry's results. */
export interface PlacedCall {
  readonly at: number
  readonly link: ToolCallLink
  /** First position of the model response that it is part of; -1 for one that stands in none. */
  readonly responseAt: number
}

export interface PlacedResult {
  readonly at: number
  /** Ordinal among the results of its entry. */
  readonly ordinal: number
  readonly link: ToolResultLink
}

export interface PlacedPair {
  readonly call: PlacedCall
  readonly result: PlacedResult
}

export interface ToolPairing {
  /** In the order of the results. */
  readonly pairs: readonly PlacedPair[]
  /** Those of the pairs that have something between call and result, and whose call the provider doesn't run. */
  readonly latePairs: readonly PlacedPair[]
  /** Calls without a result, those that the provider runs included, in the order of the list. */
  readonly openCalls: readonly PlacedCall[]
  /** Results whose key no call before them bears. */
  readonly orphanResults: readonly PlacedResult[]
  /** Results whose call was answered before, with that call, in the order of the results. */
  readonly duplicateResults: readonly PlacedPair[]
  /** Calls whose id stands a second time in the same model response, while the first is open. */
  readonly duplicateCalls: readonly PlacedCall[]
  /** Calls whose id a call before them bears, wherever it stands. */
  readonly recurringCalls: readonly PlacedCall[]
}

/**
 * Pairs results with calls by position: a result belongs to the nearest open call before it that bears its key, so ids
 * may recur from turn to turn. Calls of one message that share a key are answered in their order.
 */
export function pairToolLinks<M>(entries: readonly Entry<M>[]): ToolPairing {
  const pairer = new LinkPairer()
  for (const { reading } of entries) pairer.add(reading)
  return pairer.result()
}

// Open calls of one message that share a key, in their order; those before `next` are answered.
interface OpenCalls {
  readonly at: number
  /** Number of the model response that calls. */
  readonly response: number
  readonly calls: PlacedCall[]
  next: number
}

const none = -1

/** Pairs calls and results while messages are added to the end of a list. What it answered before stays as it was. */
export class LinkPairer {
  readonly #pairs: PlacedPair[] = []
  readonly #latePairs: PlacedPair[] = []
  readonly #orphanResults: PlacedResult[] = []
  readonly #duplicateResults: PlacedPair[] = []
  readonly #duplicateCalls: PlacedCall[] = []
  readonly #recurringCalls: PlacedCall[] = []
  readonly #openCalls = new Set<PlacedCall>()
  /** Never an empty list. */
  readonly #open = new Map<string, OpenCalls[]>()
  readonly #answered = new Map<string, PlacedCall>()
  #length = 0
  #responseNumber = 0
  /** First position of the response that results at this point must answer. */
  #responseAt = none
  #before: MessageReading | undefined

  /** Adds a message to the end. */
  add(reading: MessageReading): void {
    const at = this.#length
    this.#length += 1
    const { role, links } = reading
    if (role !== 'assistant') {
      this.#responseNumber += 1
      if (role !== 'tool') this.#responseAt = none
    } else if (!(this.#before?.role === 'assistant' && this.#before.continues)) this.#responseAt = at
    this.#before = reading
    if (links.length === 0) return
    let ordinal = 0
    for (const link of links) {
      if (link.type === 'call') this.#addCall(at, link)
      else {
        this.#addResult(at, ordinal, link)
        ordinal += 1
      }
    }
  }

  /** The pairing of everything that was added so far. */
  result(): ToolPairing {
    return {
      pairs: this.#pairs.slice(),
      latePairs: this.#latePairs.slice(),
      openCalls: [...this.#openCalls],
      orphanResults: this.#orphanResults.slice(),
      duplicateResults: this.#duplicateResults.slice(),
      duplicateCalls: this.#duplicateCalls.slice(),
      recurringCalls: this.#recurringCalls.slice(),
    }
  }

  #addCall(at: number, link: ToolCallLink): void {
    const call: PlacedCall = { at, link, responseAt: this.#responseAt }
    const response = this.#responseNumber
    this.#openCalls.add(call)
    const sameKey = this.#open.get(link.key)
    if (sameKey || this.#answered.has(link.key)) this.#recurringCalls.push(call)
    const newest = sameKey?.[sameKey.length - 1]
    // The newest open one is of the newest response.
    if (newest?.response === response) this.#duplicateCalls.push(call)
    if (newest?.at === at) newest.calls.push(call)
    else if (sameKey) sameKey.push({ at, response, calls: [call], next: 0 })
    else this.#open.set(link.key, [{ at, response, calls: [call], next: 0 }])
  }

  #addResult(at: number, ordinal: number, link: ToolResultLink): void {
    const result: PlacedResult = { at, ordinal, link }
    const call = this.#takeOpen(link.key)
    if (call) {
      const pair: PlacedPair = { call, result }
      this.#pairs.push(pair)
      if (this.#isLate(call)) this.#latePairs.push(pair)
      this.#answered.set(link.key, call)
      return
    }
    const answered = this.#answered.get(link.key)
    if (answered) this.#duplicateResults.push({ call: answered, result })
    else this.#orphanResults.push(result)
  }

  // What the provider runs may come when it likes.
  #isLate({ link, responseAt }: PlacedCall): boolean {
    return !link.providerExecuted && (this.#responseAt === none || this.#responseAt !== responseAt)
  }

  #takeOpen(key: string): PlacedCall | undefined {
    const messages = this.#open.get(key)
    const newest = messages?.[messages.length - 1]
    const call = newest?.calls[newest.next]
    if (!messages || !newest || !call) return undefined
    this.#openCalls.delete(call)
    newest.next += 1
    if (newest.next === newest.calls.length) messages.pop()
    if (messages.length === 0) this.#open.delete(key)
    return call
  }
}
