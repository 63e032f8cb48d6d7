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
  const { drop = [], elide = [], summaries = [] } = plan
  const covered = readRanges(summaries, units.length)
  if (!covered) return { reason: 'misplacedSummary' }
  const gone = new Uint8Array(candidate.length)
  const leave = (unit: number): void => {
    for (const place of units[unit]?.entries ?? []) gone[place] = 1
  }
  for (const unit of covered) leave(unit)
  for (const unit of drop) {
    if (!units[unit]) return { reason: 'forgedStructuralEntry' }
    leave(unit)
  }

  const elided = new Map<number, Entry<M>>()
  for (const place of elide) {
    const entry = candidate[place]
    if (!entry?.reading.links.some(({ type }) => type === 'result'))
      return { reason: 'forgedStructuralEntry' }
    // A result that is shorter than the notice, or elided before, stays as it is.
    const form = forms.elide(entry)
    if (form) elided.set(place, form)
  }

  const summaryAt = placeSummaries(summaries, units, forms)
  const entries: Entry<M>[] = []
  for (let place = 0; place < candidate.length; place += 1) {
    const summary = summaryAt.get(place)
    if (summary) entries.push(summary)
    const entry = gone[place] === 1 ? undefined : (elided.get(place) ?? candidate[place])
    if (entry) entries.push(entry)
  }
  return { entries }
}

function placeSummaries<M>(
  summaries: readonly PlannedSummary[],
  units: readonly CandidateUnit[],
  forms: PlanForms<M>,
): ReadonlyMap<number, Entry<M>> {
  return new Map(summaries.map(({ over, text }) => [units[over[0]]?.entries[0] ?? 0, forms.summary(text)]))
}

/** The units that summaries cover; undefined when a range is not one of the list's, or meets another. */
function readRanges(summaries: readonly PlannedSummary[], length: number): Set<number> | undefined {
  const covered = new Set<number>()
  for (const { over } of summaries) {
    const [first, last] = over
    if (!(first >= 0 && first <= last && last < length)) return undefined
    for (let unit = first; unit <= last; unit += 1) {
      if (covered.has(unit)) return undefined
      covered.add(unit)
    }
  }
  return covered
}
