import type { MessageReading, ToolCallLink } from '../../src/context/reading.ts'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'

// A second opinion on what providers refuse, slow and plain: it knows readings, and shares no code with `src/context`.

/** One place where a list breaks a demand. Calls and results are named by their key, anything else by its place. */
export interface StructureDefect {
  readonly demand: SequenceDemand
  readonly at: number
  readonly key?: string
}

type Readings = readonly MessageReading[]

/** Every place where a list breaks one of the demands. */
export function structureDefects(readings: Readings, demands: readonly SequenceDemand[]): StructureDefect[] {
  const found = [...linkDefects(readings), ...turnDefects(readings)]
  return found.filter(({ demand }) => demands.includes(demand))
}

interface Waiting {
  readonly link: ToolCallLink
  readonly at: number
}

function linkDefects(readings: Readings): StructureDefect[] {
  const defects: StructureDefect[] = []
  const waiting: Waiting[] = []
  const seen = new Set<string>()
  const answered = new Set<string>()
  readings.forEach(({ links }, at) => {
    for (const link of links) {
      const { key } = link
      const add = (demand: SequenceDemand): number => defects.push({ demand, at, key })
      if (link.type === 'call') {
        if (!link.argumentsAreJson) add('argumentsAreJson')
        if (seen.has(key)) add('callIdsUniqueInList')
        seen.add(key)
        const first = runOfAssistant(readings, at)
        if (waiting.some((other) => other.link.key === key && other.at >= first)) add('callIdsUnique')
        waiting.push({ link, at })
        continue
      }
      const newest = waiting.findLast((other) => other.link.key === key)?.at
      const index = waiting.findIndex((other) => other.link.key === key && other.at === newest)
      const [call] = index < 0 ? [] : waiting.splice(index, 1)
      if (!call) add(answered.has(key) ? 'oneResultPerCall' : 'resultsHaveCall')
      else if (!call.link.providerExecuted && answersTo(readings, at) !== responseStart(readings, call.at))
        add('resultsFollowCalls')
      if (call) answered.add(key)
    }
  })
  const awaited = awaitedCalls(readings)
  for (const { link, at } of waiting)
    if (!link.providerExecuted && !awaited.has(`${at} ${link.key}`))
      defects.push({ demand: 'callsAnswered', at, key: link.key })
  return defects
}

// Where the messages of the assistant begin that stand side by side with this one.
function runOfAssistant(readings: Readings, at: number): number {
  let first = at
  while (first > 0 && readings[first]?.role === 'assistant' && readings[first - 1]?.role === 'assistant')
    first -= 1
  return first
}

// Where the model response begins that a message is part of.
function responseStart(readings: Readings, at: number): number {
  if (readings[at]?.role !== 'assistant') return answersTo(readings, at)
  let first = at
  for (let before = readings[first - 1]; before?.role === 'assistant' && before.continues; ) {
    first -= 1
    before = readings[first - 1]
  }
  return first
}

// Where the response begins that results at this place answer; -1 when something else stands between.
function answersTo(readings: Readings, at: number): number {
  let place = at
  while (readings[place]?.role === 'tool') place -= 1
  return readings[place]?.role === 'assistant' ? responseStart(readings, place) : -1
}

function awaitedCalls(readings: Readings): Set<string> {
  const open: { readonly approvalId: string; readonly call: string }[] = []
  readings.forEach(({ approvalRequests, approvalResponses }, at) => {
    for (const { approvalId, key } of approvalRequests) {
      const call = readings.findLastIndex(
        ({ links }, place) => place <= at && links.some((link) => link.type === 'call' && link.key === key),
      )
      open.push({ approvalId, call: `${call} ${key}` })
    }
    for (const approvalId of approvalResponses) {
      const index = open.findLastIndex((request) => request.approvalId === approvalId)
      if (index >= 0) open.splice(index, 1)
    }
  })
  return new Set(open.map(({ call }) => call))
}

function turnDefects(readings: Readings): StructureDefect[] {
  const first = readings.findIndex(({ role }) => role !== 'system')
  return readings.flatMap((reading, at) => {
    const { role, empty, links, named, plainText, prefix, reasoningOnly } = reading
    const [before, next] = [readings[at - 1], readings[at + 1]]
    const isLast = next === undefined
    const ofAssistant = role === 'assistant'
    const calls = links.some((link) => link.type === 'call' && !link.providerExecuted)
    const response = responseStart(readings, at)
    const broken: readonly (readonly [SequenceDemand, boolean])[] = [
      ['opensWithUser', at === first && role !== 'user'],
      ['noAssistantLast', isLast && ofAssistant && !prefix],
      ['noUserAfterToolResult', role === 'user' && before?.role === 'tool'],
      ['resultsInOneMessage', role === 'tool' && before?.role === 'tool'],
      ['noReasoningAlone', reasoningOnly && next?.role !== 'assistant'],
      ['namedAfterReasoning', reasoningOnly && named === true && next?.named === false],
      ['noEmptyAssistant', ofAssistant && empty],
      ['noEmptyAssistantBeforeLast', ofAssistant && empty && !isLast],
      ['noAssistantWithoutContent', ofAssistant && empty && plainText === undefined],
      ['callsFollowUserOrResults', calls && readings[response - 1]?.role === 'assistant'],
    ]
    return broken.filter(([, isBroken]) => isBroken).map(([demand]) => ({ demand, at }))
  })
}
