import { isReasoningAlone, isWithoutContent, leadsToUnnamed } from './check-sequence.ts'
import type { Entry } from './entry.ts'
import type { Repair } from './repair.ts'
import type { SequenceDemand } from './sequence-rules.ts'

/** Drops assistant messages with nothing in them, as far as the provider refuses these. */
export function dropEmpty<M>(entries: readonly Entry<M>[], demands: ReadonlySet<SequenceDemand>): Repair<M> {
  const isRefused = (entry: Entry<M>, at: number): boolean => {
    if (entry.reading.role !== 'assistant' || !entry.reading.empty) return false
    if (demands.has('noEmptyAssistant')) return true
    if (demands.has('noEmptyAssistantBeforeLast') && at < entries.length - 1) return true
    return demands.has('noAssistantWithoutContent') && isWithoutContent(entry)
  }
  return dropped(
    entries,
    entries.filter((entry, at) => !isRefused(entry, at)),
  )
}

/** Drops reasoning of a response that says nothing more, or whose next message lost its id. */
export function dropReasoningAlone<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
): Repair<M> {
  const [alone, unnamed] = [demands.has('noReasoningAlone'), demands.has('namedAfterReasoning')]
  if (!alone && !unnamed) return { entries, repairedCount: 0 }
  const kept: Entry<M>[] = []
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]
    if (!entry) continue
    const next = kept.at(-1)
    const isRefused = (alone && isReasoningAlone(entry, next)) || (unnamed && leadsToUnnamed(entry, next))
    if (!isRefused) kept.push(entry)
  }
  return dropped(entries, kept.reverse())
}

function dropped<M>(entries: readonly Entry<M>[], kept: readonly Entry<M>[]): Repair<M> {
  const repairedCount = entries.length - kept.length
  return { entries: repairedCount === 0 ? entries : kept, repairedCount }
}
