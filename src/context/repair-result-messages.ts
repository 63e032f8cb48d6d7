import type { Entry } from './entry.ts'
import type { Repair, RepairForms } from './repair.ts'
import type { SequenceDemand } from './sequence-rules.ts'

/** Makes one message of tool messages that stand side by side. */
export function joinResults<M>(
  entries: readonly Entry<M>[],
  demands: ReadonlySet<SequenceDemand>,
  forms: RepairForms<M>,
): Repair<M> {
  if (!demands.has('resultsInOneMessage')) return { entries, repairedCount: 0 }
  const joined: Entry<M>[] = []
  let run: Entry<M>[] = []
  const closeRun = (): void => {
    const one = run.length > 1 ? forms.joinResults(run) : undefined
    joined.push(...(one ? [one] : run))
    run = []
  }
  for (const entry of entries) {
    if (entry.reading.role === 'tool') run.push(entry)
    else {
      closeRun()
      joined.push(entry)
    }
  }
  closeRun()
  const repairedCount = entries.length - joined.length
  return { entries: repairedCount === 0 ? entries : joined, repairedCount }
}
