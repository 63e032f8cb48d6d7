import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import type { CandidateUnit } from './candidate-units.ts'
import type { Entry } from './entry.ts'
import type { Plan, PlannedSummary } from './plan.ts'

/** A proposal as a list, or why it can't be read as one. */
export type ReadProposal<M> =
  | { readonly entries: readonly Entry<M>[]; readonly reason?: undefined }
  | { readonly entries?: undefined; readonly reason: RejectionReason }

/** How the workbench makes the entries that a plan asks for. */
export interface PlanForms<M> {
  elide(entry: Entry<M>): Entry<M> | undefined
  summary(text: string): Entry<M>
}

/** The list that a plan makes out of a candidate. A plan that names what isn't there is rejected, not repaired. */
export function applyPlan<M>(
  candidate: readonly Entry<M>[],
  units: readonly CandidateUnit[],
  plan: Plan,
  forms: PlanForms<M>,
): ReadProposal<M> {
  const summaries = plan.summaries ?? []
  if (!summaries.every(({ over: [first, last] }) => isRange(first, last, units.length))) {
    return { reason: 'misplacedSummary' }
  }
  const covered = summaries.flatMap(({ over: [first, last] }) => range(first, last))
  if (new Set(covered).size !== covered.length) return { reason: 'misplacedSummary' }

  const dropped = [...(plan.drop ?? []), ...covered]
  if (!dropped.every((unit) => units[unit])) return { reason: 'forgedStructuralEntry' }
  const gone = new Set(dropped.flatMap((unit) => units[unit]?.entries ?? []))

  const elided = new Map<number, Entry<M>>()
  for (const place of plan.elide ?? []) {
    const entry = candidate[place]
    const form = entry && forms.elide(entry)
    if (!form) return { reason: 'forgedStructuralEntry' }
    elided.set(place, form)
  }

  const summaryAt = placeSummaries(summaries, units, forms)
  const entries = candidate.flatMap((entry, place) => {
    const summary = summaryAt.get(place)
    const kept = gone.has(place) ? [] : [elided.get(place) ?? entry]
    return summary ? [summary, ...kept] : kept
  })
  return { entries }
}

function placeSummaries<M>(
  summaries: readonly PlannedSummary[],
  units: readonly CandidateUnit[],
  forms: PlanForms<M>,
): ReadonlyMap<number, Entry<M>> {
  return new Map(summaries.map(({ over, text }) => [units[over[0]]?.entries[0] ?? 0, forms.summary(text)]))
}

function isRange(first: number, last: number, length: number): boolean {
  return first >= 0 && first <= last && last < length
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
