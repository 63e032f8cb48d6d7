import type { RawReading } from './dispatch-reading.ts'

/** Which call a result answers, by the places of their messages. */
export interface RawPair {
  readonly key: string
  readonly call: number
  readonly result: number
}

export interface RawStructure {
  readonly pairs: readonly RawPair[]
  /** `what@place`, with `:key` for calls and results, of everything that a strict server refuses. */
  readonly defects: readonly string[]
  /** Number of the unit of each message: a message alone, or an exchange. */
  readonly unitOf: readonly number[]
  /** Units that hold an approval which nobody has answered. */
  readonly pendingUnits: ReadonlySet<number>
  /** Open calls that a client has to answer. */
  readonly openCalls: readonly { readonly key: string; readonly at: number }[]
}

export interface TurnDemands {
  readonly opensWithUser: boolean
  readonly noUserAfterTool: boolean
}

/**
 * Pairs by position (a result belongs to the nearest call before it that has its key and no result yet), groups into
 * units and names the defects.
 *
 * @param nameOf what a defect at a place is called; places of the list itself when left out
 */
export function readStructure(
  readings: readonly RawReading[],
  turns: TurnDemands,
  nameOf: (place: number) => number = (place) => place,
): RawStructure {
  const pairs: RawPair[] = []
  const defects: string[] = []
  const add = (what: string, place: number, key?: string): void => {
    defects.push(`${what}@${nameOf(place)}${key === undefined ? '' : `:${key}`}`)
  }
  const waiting: { key: string; at: number; provider: boolean; response: number }[] = []
  const answeredBy = new Map<string, number>()
  const repeats: RawPair[] = []
  let response = 0

  readings.forEach((reading, at) => {
    if (reading.role !== 'assistant') response += 1
    for (const { key, providerExecuted, argumentsAreJson } of reading.calls) {
      if (waiting.some((other) => other.key === key && other.response === response))
        add('repeatedCall', at, key)
      if (!argumentsAreJson) add('argumentsNotJson', at, key)
      waiting.push({ key, at, provider: providerExecuted, response })
    }
    for (const key of reading.results) {
      const index = waiting.findLastIndex((call) => call.key === key)
      const call = waiting[index]
      if (call) {
        waiting.splice(index, 1)
        pairs.push({ key, call: call.at, result: at })
        answeredBy.set(key, call.at)
        if (!call.provider && !followsDirectly(readings, call.at, at)) add('lateResult', at, key)
        continue
      }
      const before = answeredBy.get(key)
      if (before === undefined) add('orphanResult', at, key)
      else {
        add('repeatedResult', at, key)
        repeats.push({ key, call: before, result: at })
      }
    }
  })

  const approvals = readApprovals(readings)
  const openCalls = waiting.filter(({ key, provider }) => !provider && !approvals.pendingKeys.has(key))
  for (const { at, key } of openCalls) add('openCall', at, key)
  addTurnDefects(readings, turns, add)
  const unitOf = readUnits(readings, [...pairs, ...repeats], approvals.joined)
  return {
    pairs,
    defects,
    unitOf,
    pendingUnits: new Set(approvals.pending.map((at) => unitOf[at] ?? -1)),
    openCalls,
  }
}

function followsDirectly(readings: readonly RawReading[], call: number, result: number): boolean {
  for (let at = call + 1; at < result; at += 1) if (readings[at]?.role !== 'tool') return false
  return true
}

function readApprovals(readings: readonly RawReading[]) {
  const open = new Map<string, { at: number; key: string | undefined }>()
  const joined: { call: number; result: number }[] = []
  readings.forEach(({ asked, answered }, at) => {
    for (const { approvalId, key } of asked) open.set(approvalId, { at, key })
    for (const approvalId of answered) {
      const request = open.get(approvalId)
      if (request) joined.push({ call: request.at, result: at })
      open.delete(approvalId)
    }
  })
  const pending = [...open.values()]
  return {
    joined,
    pending: pending.map(({ at }) => at),
    pendingKeys: new Set(pending.flatMap(({ key }) => key ?? [])),
  }
}

function addTurnDefects(
  readings: readonly RawReading[],
  turns: TurnDemands,
  add: (what: string, place: number) => void,
): void {
  readings.forEach((reading, at) => {
    const after = readings[at + 1]
    if (reading.role === 'assistant' && reading.empty) add('emptyAssistant', at)
    if (reading.reasoningOnly && after?.role !== 'assistant') add('reasoningAlone', at)
    if (turns.noUserAfterTool && reading.role === 'tool' && after?.role === 'user') add('userAfterTool', at)
  })
}

/** Whether the first message behind the instructions is somebody else's than the user's. */
export function opensWrongly(readings: readonly RawReading[]): boolean {
  const first = readings.find(({ role }) => role !== 'system')
  return first !== undefined && first.role !== 'user'
}

function readUnits(
  readings: readonly RawReading[],
  pairs: readonly { readonly call: number; readonly result: number }[],
  approvals: readonly { readonly call: number; readonly result: number }[],
): number[] {
  const joins = [...pairs, ...approvals]
  readings.forEach(({ reasoningOnly }, at) => {
    if (reasoningOnly && readings[at + 1]?.role === 'assistant') joins.push({ call: at, result: at + 1 })
  })
  const neighbours = new Map<number, number[]>()
  const link = (from: number, to: number): void => {
    const list = neighbours.get(from)
    if (list) list.push(to)
    else neighbours.set(from, [to])
  }
  for (const { call, result } of joins) {
    link(call, result)
    link(result, call)
  }
  const unitOf = new Array<number>(readings.length).fill(-1)
  let unit = -1
  readings.forEach((_, start) => {
    if (unitOf[start] !== -1) return
    unit += 1
    const reached = [start]
    while (reached.length > 0) {
      const at = reached.pop() ?? start
      if (unitOf[at] !== -1) continue
      unitOf[at] = unit
      reached.push(...(neighbours.get(at) ?? []))
    }
  })
  return unitOf
}
