import { ownTexts } from './dispatch-match.ts'
import { type RawMessage, readRaw } from './dispatch-reading.ts'
import { opensWrongly, type RawStructure, readStructure, type TurnDemands } from './dispatch-structure.ts'

const anyTurns = { opensWithUser: false, noUserAfterTool: false }

/**
 * The list with empty messages, strays and reasoning that leads nowhere dropped, late results behind their calls, open
 * calls answered, and a user message in front where the provider wants one.
 */
export function mend(list: readonly RawMessage[], turns: TurnDemands = anyTurns): RawMessage[] {
  const mended = withoutReasoningAlone(mendPairs(list.filter((message) => !isEmptyAnswer(message))))
  if (!(turns.opensWithUser && opensWrongly(mended.map(readRaw)))) return mended
  const first = mended.findIndex((message) => readRaw(message).role !== 'system')
  return mended.toSpliced(first, 0, { role: 'user', content: ownTexts.noUser })
}

function isEmptyAnswer(message: RawMessage): boolean {
  const { role, empty } = readRaw(message)
  return role === 'assistant' && empty
}

function withoutReasoningAlone(list: readonly RawMessage[]): RawMessage[] {
  const kept: RawMessage[] = []
  let next = ''
  for (const message of list.toReversed()) {
    const { role, reasoningOnly } = readRaw(message)
    if (reasoningOnly && next !== 'assistant') continue
    kept.push(message)
    next = role
  }
  return kept.reverse()
}

function mendPairs(host: readonly RawMessage[]): RawMessage[] {
  const readings = host.map(readRaw)
  const structure = readStructure(readings, anyTurns)
  const leaving = new Set(placesWith(structure, ['orphanResult', 'repeatedResult', 'lateResult']))
  const late = new Set(placesWith(structure, ['lateResult']))
  const mended: RawMessage[] = []
  const pending: RawMessage[] = []
  host.forEach((message, at) => {
    if (readings[at]?.role !== 'tool') mended.push(...pending.splice(0))
    if (!(leaving.has(at) && readings[at]?.role === 'tool')) mended.push(message)
    for (const pair of structure.pairs)
      if (pair.call === at && late.has(pair.result)) pending.push(host[pair.result] ?? {})
    for (const call of structure.openCalls)
      if (call.at === at)
        pending.push({ role: 'tool', tool_call_id: idOf(message, call.key), content: ownTexts.noResult })
  })
  mended.push(...pending)
  return mended
}

function placesWith({ defects }: RawStructure, names: readonly string[]): number[] {
  return defects.flatMap((defect) => {
    const [, name = '', place] = /^(\w+)@(\d+)/.exec(defect) ?? []
    return names.includes(name) ? [Number(place)] : []
  })
}

// The id as the host wrote it, of which the key may be a part.
function idOf(message: RawMessage, key: string): string {
  const list: unknown = message['tool_calls']
  const calls: readonly unknown[] = Array.isArray(list) ? list : []
  const ids = calls.map((call) => (call as { id?: unknown } | null)?.id) // a call of the host's, whatever it is
  const id = ids.find((candidate) => typeof candidate === 'string' && candidate.startsWith(key))
  return typeof id === 'string' ? id : key
}
