import { applyPlan, type ReadProposal } from '../context/apply-plan.ts'
import { isPlainUserText } from '../context/check-additions.ts'
import type { Entry } from '../context/entry.ts'
import { fingerprint } from '../context/fingerprint.ts'
import { isPlan, type Plan } from '../context/plan.ts'
import { readMessages } from '../context/read-messages.ts'
import { ReducerContractError } from '../errors/reducer-contract-error.ts'
import type { EntryMaker } from './entry-maker.ts'
import type { PreparedRequest } from './reduction-request.ts'

/**
 * Reads a reducer's answer as a list made of the candidate's entries. What can't be read is a rejection with a reason.
 *
 * @throws ReducerContractError when the answer is neither a plan nor an array
 */
export function readAnswer<M>(
  answer: unknown,
  candidate: readonly Entry<M>[],
  request: PreparedRequest<M>,
  maker: EntryMaker<M>,
): ReadProposal<M> {
  // More items than there were, and one for each gap between them, can't be an honest reduction.
  const most = 2 * candidate.length + 1
  if (isArray(answer)) {
    const list = copyList(answer as readonly M[], most) // read as foreign where it is not
    return typeof list === 'string' ? { reason: list } : readList(list, candidate, request, maker)
  }
  const plan = copyPlan(answer, most)
  if (!plan) throw new ReducerContractError(typeName(answer))
  if (plan === 'tooLong') return { reason: 'forgedStructuralEntry' }
  return applyPlan(candidate, request.units, plan, {
    elide: (entry) => maker.elided(entry),
    summary: (text) => maker.summary(text),
  })
}

function readList<M>(
  answer: readonly M[],
  candidate: readonly Entry<M>[],
  request: PreparedRequest<M>,
  maker: EntryMaker<M>,
): ReadProposal<M> {
  const entries = readMessages<M>(candidate, answer, {
    placeOf: (message) => request.placeOfCopy.get(message),
    fingerprint,
    foreign: (message) => maker.foreign(message),
  })
  const known = new Set(candidate)
  return { entries: entries.map((entry) => (known.has(entry) ? entry : readNew(entry, maker))) }
}

// A summary goes out as a message of ours with the reducer's text, so that its object can't change under us. An edited
// copy of what isn't the host's, such as a summary accepted before, is new as well.
function readNew<M>(entry: Entry<M>, maker: EntryMaker<M>): Entry<M> {
  const isNew = entry.form === 'summary' || (entry.form === 'mutated' && entry.position < 0)
  if (!isNew) return entry
  return isPlainUserText(entry) ? maker.summary(entry.reading.plainText ?? '') : { ...entry, form: 'foreign' }
}

// Read once and by index: a list that is a proxy may answer differently each time, or throw.
function copyList<M>(answer: readonly M[], most: number): M[] | 'notSmaller' | 'forgedStructuralEntry' {
  try {
    const { length } = answer
    return length > most ? 'notSmaller' : Array.from({ length }, (_, index) => answer[index] as M) // a hole stays one
  } catch {
    return 'forgedStructuralEntry'
  }
}

function copyPlan(answer: unknown, most: number): Plan | 'tooLong' | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  try {
    const { drop, elide, summaries, ...unknown } = answer as Record<string, unknown> // an object, as checked above
    if (Object.keys(unknown).length > 0) return undefined
    const lists = [drop, elide, summaries]
    if (lists.some((list) => Array.isArray(list) && list.length > most)) return 'tooLong'
    const [dropped, elided, summarised] = lists.map((list) => (Array.isArray(list) ? [...list] : list))
    const plan = { drop: dropped, elide: elided, summaries: copySummaries(summarised) }
    return isPlan(plan) ? plan : undefined
  } catch {
    // A getter that throws is no plan either.
    return undefined
  }
}

function copySummaries(summaries: unknown): unknown {
  if (!Array.isArray(summaries)) return summaries
  return summaries.map((summary: unknown) => {
    if (typeof summary !== 'object' || summary === null) return summary
    const { over, text } = summary as Record<string, unknown> // an object, as checked above
    return { over: Array.isArray(over) && over.length === 2 ? [over[0], over[1]] : over, text }
  })
}

// Also where the answer is a proxy that was revoked.
function isArray(answer: unknown): answer is readonly unknown[] {
  try {
    return Array.isArray(answer)
  } catch {
    return false
  }
}

function typeName(answer: unknown): string {
  if (answer === null) return 'null'
  return answer === undefined ? 'undefined' : `a value of type ${typeof answer} that is not a plan`
}
