import { matchSent, type SentMessage } from './dispatch-match.ts'
import { mend } from './dispatch-mend.ts'
import { type RawMessage, type RawReading, readRaw } from './dispatch-reading.ts'
import { requiredPlaces } from './dispatch-required.ts'
import { rawSize } from './dispatch-size.ts'
import { opensWrongly, type RawStructure, readStructure, type TurnDemands } from './dispatch-structure.ts'

/** What a dispatched list is held to. */
export interface DispatchRules {
  readonly hardLimit: number
  readonly overhead?: number
  /** Newest units that must be there: the floor, where relief may shrink the window. */
  readonly retention: number
  readonly pinsFirstUser?: boolean
  readonly pinned?: readonly RawMessage[]
  readonly turns?: TurnDemands
  /** Whether results may give way to the constant notice. */
  readonly mayElide?: boolean
  /** Whether the list may be mended: results moved to their call, open calls answered, strays dropped. */
  readonly mayRepair?: boolean
  /** Texts that a summarising reducer answered with. */
  readonly summaries?: readonly string[]
  readonly fileCost?: number
}

/** What the library told of a list that it made. */
export interface ReportedDispatch {
  readonly outcome: string
  readonly finalSize: number
  readonly repairedEntryCount: number
  readonly keptIndexes: readonly number[]
}

interface Dispatched {
  readonly host: readonly RawMessage[]
  readonly sent: readonly RawMessage[]
  readonly readings: readonly RawReading[]
  readonly structure: RawStructure
  readonly matched: readonly SentMessage[]
  readonly rules: DispatchRules
}

export const strictTurns: TurnDemands = { opensWithUser: true, noUserAfterTool: false }

/**
 * Everything that is wrong with a dispatched list, by promises 1, 2 and 7 of the design: within the limit, no structural
 * defect added, required content kept, host objects by identity and in order, derived forms of the known kinds only.
 * Empty when all is well. Imports nothing of the library's rules: a second opinion.
 */
export function findDispatchFaults(
  host: readonly RawMessage[],
  sent: readonly RawMessage[],
  reported: ReportedDispatch,
  rules: DispatchRules,
): string[] {
  const readings = host.map(readRaw)
  const structure = readStructure(readings, rules.turns ?? strictTurns)
  const dispatched = { host, sent, readings, structure, matched: matchSent(host, sent, rules), rules }
  return [
    ...sizeFaults(dispatched, reported),
    ...dispatched.matched.flatMap(({ fault }) => fault ?? []),
    ...orderFaults(dispatched),
    ...requiredFaults(dispatched),
    ...structureFaults(dispatched),
    ...reportFaults(dispatched, reported),
  ]
}

function sizeFaults({ sent, rules }: Dispatched, { finalSize }: ReportedDispatch): string[] {
  const { overhead = 0, fileCost, hardLimit } = rules
  const size = sent.reduce((sum, message) => sum + rawSize(message, fileCost), overhead)
  const faults: string[] = []
  if (size > hardLimit) faults.push(`${size} is sent, above the hard limit ${hardLimit}`)
  if (size !== finalSize) faults.push(`${finalSize} is reported, ${size} is sent`)
  return faults
}

// A repair moves late results to their call; everything else stays in the host's order.
function orderFaults({ matched, readings, rules }: Dispatched): string[] {
  const mayMove = (place: number): boolean => rules.mayRepair === true && readings[place]?.role === 'tool'
  const places = matched.flatMap(({ place }) => (place >= 0 ? [place] : []))
  const fixed = places.filter((place) => !mayMove(place))
  const repeated = places.filter((place, index) => places.indexOf(place) !== index)
  const disordered = fixed.filter((place, index) => place < (fixed[index - 1] ?? -1))
  return [
    ...repeated.map((place) => `message ${place} is sent twice`),
    ...disordered.map((place) => `message ${place} is sent out of order`),
  ]
}

// Held against the list as it is mended, where it may be: a late result counts at its call.
function requiredFaults({ host, readings, structure, matched, rules }: Dispatched): string[] {
  const turns = rules.turns ?? strictTurns
  const list = rules.mayRepair ? mend(host, turns) : host
  const listReadings = list === host ? readings : list.map(readRaw)
  const listStructure = list === host ? structure : readStructure(listReadings, turns)
  const { required } = requiredPlaces(listReadings, listStructure, {
    retention: rules.retention,
    pinsFirstUser: rules.pinsFirstUser ?? false,
    pinned: new Set((rules.pinned ?? []).map((message) => list.indexOf(message))),
    turns,
  })
  const there = new Set(matched.map(({ place }) => host[place]))
  const placeOf = new Map(host.map((message, place) => [message, place]))
  return [...required].flatMap((at) => {
    const message = list[at]
    const place = message && placeOf.get(message)
    return place === undefined || there.has(message) ? [] : [`required message ${place} is missing`]
  })
}

function structureFaults({ sent, readings, structure, matched, rules }: Dispatched): string[] {
  const turns = rules.turns ?? strictTurns
  const sentReadings = sent.map(readRaw)
  const { defects } = readStructure(sentReadings, turns, (index) => matched[index]?.place ?? -1)
  const cameIn = new Set(structure.defects)
  const added = defects.filter((defect) => !cameIn.has(defect))
  if (turns.opensWithUser && opensWrongly(sentReadings) && !opensWrongly(readings)) added.push('opensWrongly')
  return added.map((defect) => `added defect: ${defect}`)
}

function reportFaults({ host, sent, matched }: Dispatched, reported: ReportedDispatch): string[] {
  const kept = new Set(matched.flatMap(({ place }) => (place >= 0 ? [place] : [])))
  const places = [...kept].sort((left, right) => left - right)
  const faults: string[] = []
  if (String(places) !== String(reported.keptIndexes)) faults.push('keptIndexes differ from what is sent')
  const untouched = sent.length === host.length && sent.every((message, at) => message === host[at])
  if (reported.outcome === 'withinLimit' && reported.repairedEntryCount === 0 && !untouched)
    faults.push('a list within the limit is not sent as it is')
  return faults
}
