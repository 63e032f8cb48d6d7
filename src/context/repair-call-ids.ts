import type { Entry } from './entry.ts'
import type { LinkKeys } from './message-forms.ts'
import { type PlacedCall, pairToolLinks, type ToolPairing } from './pair-tool-links.ts'
import type { Repair, RepairForms } from './repair.ts'
import type { SequenceDemand } from './sequence-rules.ts'

/**
 * Gives calls whose key stood before a fresh one, their results and requests for approval with them. A fresh key follows
 * from what stands before the call alone.
 */
export function repairCallIds<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
  forms: RepairForms<M>,
): Repair<M> {
  if (!demands.has('callIdsUniqueInList') && !demands.has('callIdsUnique'))
    return { entries, repairedCount: 0 }
  const pairing = pairToolLinks(entries)
  const calls = callsByEntry(entries, pairing)
  const chosenKeys = chooseKeys(calls, pairing, demands.has('callIdsUniqueInList'))
  const freshKeys = withRoom(chosenKeys, entries, calls, pairing, forms)
  if (freshKeys.size === 0) return { entries, repairedCount: 0 }

  const results = keysOfResults(entries, pairing, freshKeys)
  const newest = new Map<string, string | undefined>()
  let repairedCount = 0
  const renamed = entries.map((entry, at) => {
    const own = calls.get(at) ?? []
    for (const call of own) newest.set(call.link.key, freshKeys.get(call))
    const keys: LinkKeys = {
      calls: chosen(own.map((call) => freshKeys.get(call))),
      results: results.get(at) ?? new Map(),
      approvalRequests: chosen(
        entry.reading.approvalRequests.map(({ key }) => (key === undefined ? key : newest.get(key))),
      ),
    }
    if (keys.calls.size + keys.results.size + keys.approvalRequests.size === 0) return entry
    const form = forms.renameLinks(entry, keys)
    if (form !== entry) repairedCount += 1
    return form
  })
  return { entries: repairedCount === 0 ? entries : renamed, repairedCount }
}

/** The calls of each entry, in the order in which they stand there. */
function callsByEntry<M>(
  entries: readonly Entry<M>[],
  { pairs, openCalls }: ToolPairing,
): ReadonlyMap<number, readonly PlacedCall[]> {
  const placed = new Map([...pairs.map(({ call }) => call), ...openCalls].map((call) => [call.link, call]))
  return new Map(
    entries.map(({ reading }, at) => [
      at,
      reading.links.flatMap((link) => (link.type === 'call' ? (placed.get(link) ?? []) : [])),
    ]),
  )
}

function chooseKeys(
  calls: ReadonlyMap<number, readonly PlacedCall[]>,
  { duplicateCalls }: ToolPairing,
  inList: boolean,
): ReadonlyMap<PlacedCall, string> {
  const repeats = new Set(duplicateCalls)
  const taken = new Set<string>()
  const occurrences = new Map<string, number>()
  const fresh = new Map<PlacedCall, string>()
  for (const call of [...calls.values()].flat()) {
    let { key } = call.link
    if (inList ? taken.has(key) : repeats.has(call)) {
      const stem = stemOf(key)
      let occurrence = occurrences.get(stem) ?? 1
      while (taken.has(key)) {
        occurrence += 1
        key = nameKey(call.link.key, occurrence)
      }
      occurrences.set(stem, occurrence)
      fresh.set(call, key)
    }
    taken.add(key)
  }
  return fresh
}

// A call and a result that part company are worse than two calls of one key: both have room for the fresh one, or neither
// gets it.
function withRoom<M>(
  keys: ReadonlyMap<PlacedCall, string>,
  entries: readonly Entry<M>[],
  calls: ReadonlyMap<number, readonly PlacedCall[]>,
  { pairs }: ToolPairing,
  forms: RepairForms<M>,
): ReadonlyMap<PlacedCall, string> {
  const hasRoom = (at: number, changed: Partial<LinkKeys>): boolean => {
    const entry = entries[at]
    return entry !== undefined && forms.renameLinks(entry, { ...noKeys, ...changed }) !== entry
  }
  const resultOf = new Map(pairs.map(({ call, result }) => [call, result]))
  const isWhole = ([call, key]: readonly [PlacedCall, string]): boolean => {
    const result = resultOf.get(call)
    const own = calls.get(call.at)?.indexOf(call) ?? 0
    if (!hasRoom(call.at, { calls: new Map([[own, key]]) })) return false
    return !result || hasRoom(result.at, { results: new Map([[result.ordinal, key]]) })
  }
  return new Map([...keys].filter(isWhole))
}

const noKeys: LinkKeys = { calls: new Map(), results: new Map(), approvalRequests: new Map() }

const shortKey = 9

// As long as the key itself, where that is long enough: providers limit the length, one to nine letters and digits.
function nameKey(key: string, occurrence: number): string {
  const mark = `${key.length < shortKey ? '_' : 'x'}${occurrence}`
  return key.length < shortKey ? key + mark : key.slice(0, key.length - mark.length) + mark
}

// What keys have in common whose fresh forms may be the same.
function stemOf(key: string): string {
  return key.length < shortKey ? key : key.slice(0, key.length - 4)
}

function keysOfResults<M>(
  entries: readonly Entry<M>[],
  { pairs }: ToolPairing,
  freshKeys: ReadonlyMap<PlacedCall, string>,
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const keys = new Map<number, Map<number, string>>()
  for (const { call, result } of pairs) {
    const key = freshKeys.get(call)
    if (key === undefined || !entries[result.at]) continue
    const ofEntry = keys.get(result.at) ?? new Map<number, string>()
    keys.set(result.at, ofEntry.set(result.ordinal, key))
  }
  return keys
}

function chosen(keys: readonly (string | undefined)[]): ReadonlyMap<number, string> {
  return new Map(keys.flatMap((key, ordinal) => (key === undefined ? [] : [[ordinal, key] as const])))
}
